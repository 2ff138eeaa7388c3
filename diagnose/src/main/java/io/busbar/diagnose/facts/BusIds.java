package io.busbar.diagnose.facts;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One spelling for the PCI addresses of GPUs: {@code 0000:3b:00} for the driver's {@code
 * 00000000:3B:00.0}, NCCL's {@code 3b000} and nccl-tests' {@code 0x3b}. Stateless.
 */
final class BusIds {
  private static final Pattern FULL =
      Pattern.compile(
          "(?:[0-9a-f]{0,4}?([0-9a-f]{4}):)?([0-9a-f]{2}):([0-9a-f]{2})(?:\\.[0-9a-f])?");
  private static final Pattern NUMBER =
      Pattern.compile("(?:([0-9a-f]{1,4})?([0-9a-f]{2}))[0-9a-f]{2}0");
  private static final Pattern BUS = Pattern.compile("0x([0-9a-f]{1,2})");

  private BusIds() {}

  /** The one spelling; empty text for what is no address. */
  static String of(String printed) {
    String text = printed.strip().toLowerCase(Locale.ROOT);
    Matcher full = FULL.matcher(text);
    if (full.matches()) {
      String domain = full.group(1) == null ? "0000" : full.group(1);
      return domain + ":" + full.group(2) + ":" + full.group(3);
    }
    Matcher bus = BUS.matcher(text);
    if (bus.matches()) {
      return "0000:" + pad(bus.group(1), 2) + ":00";
    }
    Matcher number = NUMBER.matcher(text.startsWith("0x") ? text.substring(2) : pad(text, 5));
    if (text.matches("(?:0x)?[0-9a-f]{4,9}") && number.matches()) {
      String domain = number.group(1) == null ? "" : number.group(1);
      String device = text.substring(text.length() - 3, text.length() - 1);
      return pad(domain, 4) + ":" + number.group(2) + ":" + device;
    }
    return "";
  }

  private static String pad(String text, int length) {
    return text.length() >= length ? text : "0".repeat(length - text.length()) + text;
  }
}
