package io.busbar.app.option;

import io.busbar.app.call.Refusal;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses with ports as users type them: {@code 10.0.0.1:7000}, {@code [fe80::1]:7000}. */
public final class Places {
  private static final Pattern PLACE =
      Pattern.compile(
          "(?:\\[([^\\]]+)\\]|([^:\\[\\]]+)|([^\\[\\]]*:[^\\[\\]]*:[^\\[\\]]*))(?::(\\d{1,5}))?");
  private static final int MOST_PORT = 65_535;

  private Places() {}

  /**
   * @param option that it was typed for
   * @param port when none is typed; negative when one has to be
   */
  public static InetSocketAddress parse(String option, String text, int port) {
    Matcher read = PLACE.matcher(text);
    if (!read.matches()) {
      throw wrong(option, text);
    }
    String host = read.group(1) != null ? read.group(1) : read.group(2);
    if (host == null) {
      host = read.group(3);
    }
    int number = read.group(4) == null ? port : Integer.parseInt(read.group(4));
    if (number < 0 || number > MOST_PORT) {
      throw wrong(option, text);
    }
    InetSocketAddress place = new InetSocketAddress(host, number);
    if (place.isUnresolved()) {
      throw Refusal.of(option, text, "an address or a name that leads to one", "");
    }
    return place;
  }

  private static RuntimeException wrong(String option, String text) {
    String expected = "an address with a port, such as 10.0.0.1:7000 or [fe80::1]:7000";
    return Refusal.of(option, text, expected, "");
  }
}
