package io.busbar.nccl.textbook;

import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import java.util.Locale;

/** What both values of a row count: seconds, fractions of one, quotients, or things. */
public enum Measure {
  SECONDS,
  BYTES,
  SHARE,
  FACTOR,
  COUNT;

  /** With three significant digits and the unit. */
  public String print(double value) {
    return switch (this) {
      case SECONDS -> TimeSpan.print(value);
      case SHARE -> Share.print(value);
      case FACTOR -> String.format(Locale.ROOT, "%.2f×", value);
      case BYTES -> String.format(Locale.ROOT, "%,d B", Math.round(value));
      case COUNT -> String.format(Locale.ROOT, "%,d", Math.round(value));
    };
  }
}
