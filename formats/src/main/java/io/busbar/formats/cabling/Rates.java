package io.busbar.formats.cabling;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rates of Ethernet ports in the words of tools. Stateless. */
final class Rates {
  private static final Pattern MEDIUM =
      Pattern.compile("(?i)(?<![\\d.])(\\d{1,5})(?:(g)(?:ig)?|gige)?[-_ ]?base");
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?i)^\\s*(\\d{1,10}(?:\\.\\d{1,4})?)\\s*([kmgt]?)(?:i?b(?:it)?(?:/s|ps|/sec)?|be|igabit|e)?\\s*$");
  private static final double MOST = 100_000;

  private Rates() {}

  /** {@code 400GBASE-DR4}, {@code 1000BaseTFD}, {@code 400gbase-x-qsfpdd}; 0 for anything else. */
  static double ofMedium(String text) {
    Matcher m = MEDIUM.matcher(text);
    if (!m.find()) {
      return 0;
    }
    double number = Double.parseDouble(m.group(1));
    return m.group(2) == null ? number / 1000 : number;
  }

  /**
   * {@code 400G}, {@code 400 Gb/s}, {@code 100GbE}, {@code 25000M}; a bare number counts in the
   * unit that is usual where it stands. 0 for anything else.
   *
   * @param bare what a bare number counts in, in 10⁹ bits per second
   */
  static double of(String text, double bare) {
    Matcher m = NUMBER.matcher(text);
    if (!m.matches()) {
      return ofMedium(text);
    }
    double number = Double.parseDouble(m.group(1));
    double unit =
        switch (m.group(2).toLowerCase(Locale.ROOT)) {
          case "k" -> 1e-6;
          case "m" -> 1e-3;
          case "g" -> 1;
          case "t" -> 1e3;
          default -> bare;
        };
    double gigabits = number * unit;
    return gigabits > MOST ? 0 : gigabits;
  }

  /** A bare number of a list: as large as 1,000 it is Mb/s, as switches write rates; else Gb/s. */
  static double listed(String text) {
    double plain = of(text, 1);
    boolean bare = text.strip().matches("[\\d.]+");
    return bare && plain >= 1000 ? plain / 1000 : plain;
  }
}
