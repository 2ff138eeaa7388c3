package io.busbar.base.quantity;

/**
 * An amount of data. Decimal ({@code GB} = 10⁹ bytes) and binary ({@code GiB} = 2³⁰) prefixes are
 * told apart; {@code 64K} is refused because it is neither.
 *
 * @param bytes bytes, not negative
 */
public record DataSize(long bytes) implements Comparable<DataSize> {
  private static final Units UNITS =
      new Units("a data size such as 64KiB or 80GB")
          .bareNumber("add a unit: B, kB/MB/GB (powers of 1000) or KiB/MiB/GiB (powers of 1024)")
          .unit(1, "B")
          .unit(1e3, "kB")
          .unit(1e6, "MB")
          .unit(1e9, "GB")
          .unit(1e12, "TB")
          .unit(1e15, "PB")
          .unit(1024.0, "KiB")
          .unit(1024.0 * 1024, "MiB")
          .unit(1024.0 * 1024 * 1024, "GiB")
          .unit(1024.0 * 1024 * 1024 * 1024, "TiB")
          .refused("decimal or binary? write kB (1000) or KiB (1024)", "K", "k", "KB", "kb")
          .refused("decimal or binary? write MB (10^6) or MiB (2^20)", "M", "m")
          .refused("decimal or binary? write GB (10^9) or GiB (2^30)", "G", "g")
          .refused("sizes are in bytes: b would be bits, write MB or MiB", "Mb", "mb")
          .refused("sizes are in bytes: b would be bits, write GB or GiB", "Gb", "gb");

  private static final double[] FACTORS = {1, 1e3, 1e6, 1e9, 1e12, 1e15};
  private static final String[] DECIMAL = {"B", "kB", "MB", "GB", "TB", "PB"};
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};

  public DataSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("a data size must not be negative: " + bytes);
    }
  }

  /**
   * @throws QuantityFormatException when the text is no data size, leaves its unit open, or is more
   *     than 2⁶³−1 bytes
   */
  public static DataSize parse(String text) {
    double bytes = UNITS.parse(text);
    if (bytes >= 0x1p63) {
      throw new QuantityFormatException(text, "a data size below 9.2 EB", "");
    }
    return new DataSize(Math.round(bytes));
  }

  /** Decimal units: {@code 4.41 GB}. */
  @Override
  public String toString() {
    return Units.print(bytes, FACTORS, DECIMAL);
  }

  /** {@link #toString()} of an amount that a formula gave as a fraction of bytes. */
  public static String print(double bytes) {
    return Units.print(bytes, FACTORS, DECIMAL);
  }

  /**
   * Binary units as far as they are exact, as messages are sized: {@code 64 KiB}, {@code 1536 B}.
   */
  public static String binary(long bytes) {
    int unit = 0;
    long value = bytes;
    while (value >= 1024 && value % 1024 == 0 && unit < BINARY.length - 1) {
      value /= 1024;
      unit++;
    }
    return value < 1024 ? value + " " + BINARY[unit] : bytes + " B";
  }

  @Override
  public int compareTo(DataSize other) {
    return Long.compare(bytes, other.bytes);
  }
}
