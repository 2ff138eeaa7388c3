package io.busbar.plan.validate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The software release of a row as a year and part of a year: 26.06 is 26.42. Stateless. */
final class Release {
  /** Since when attention kernels skip what a sliding window masks, and experts are fused. */
  static final double WINDOWED_KERNELS = 26.4;

  static final double FUSED_EXPERTS = 26.4;
  static final double FLASH_3 = 24;

  private static final Pattern RELEASE = Pattern.compile("(\\d\\d)\\.(\\d\\d)");
  private static final double UNKNOWN = 25;

  private Release() {}

  /** A row without a release counts as of 2025. */
  static double of(RowReader row) {
    Matcher m = RELEASE.matcher(row.text("release"));
    return m.find() && Integer.parseInt(m.group(1)) >= 20
        ? Integer.parseInt(m.group(1)) + (Integer.parseInt(m.group(2)) - 1) / 12.0
        : UNKNOWN;
  }
}
