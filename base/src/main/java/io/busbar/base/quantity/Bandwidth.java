package io.busbar.base.quantity;

/**
 * A data rate in one direction. Bits and bytes never mix: {@code 400Gb/s} and {@code 400Gbps} are
 * bits, {@code 50GB/s} and {@code 50GBps} are bytes, and a bare number is refused.
 *
 * @param bytesPerSecond bytes per second, one direction, finite and not negative
 */
public record Bandwidth(double bytesPerSecond) implements Comparable<Bandwidth> {
  private static final Units UNITS =
      new Units("a bandwidth per direction such as 400Gb/s or 50GB/s")
          .bareNumber("add a unit: Gb/s for bits (a NIC port), GB/s for bytes (NVLink, HBM)")
          .unit(1e9 / 8, "Gb/s", "Gbps", "Gbit/s")
          .unit(1e9, "GB/s", "GBps")
          .unit(1e12 / 8, "Tb/s", "Tbps", "Tbit/s")
          .unit(1e12, "TB/s", "TBps")
          .unit(1e6 / 8, "Mb/s", "Mbps", "Mbit/s")
          .unit(1e6, "MB/s", "MBps")
          .unit(1e3 / 8, "kb/s", "kbps", "kbit/s")
          .unit(1e3, "kB/s", "kBps")
          .unit(0.125, "b/s", "bps", "bit/s")
          .unit(1, "B/s", "Bps")
          .unit(1024.0 * 1024 * 1024, "GiB/s")
          .unit(1024.0 * 1024, "MiB/s")
          .unit(1024.0, "KiB/s")
          .refused(
              "'G' alone leaves bits or bytes open: write Gb/s or GB/s", "G", "g", "gb", "GB", "Gb")
          .refused(
              "lower-case g is no prefix: write Gb/s for bits or GB/s for bytes", "gb/s", "gbps");

  private static final double[] FACTORS = {1, 1e3, 1e6, 1e9, 1e12, 1e15};
  private static final String[] BYTES = {"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"};
  private static final String[] BITS = {"b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s", "Pb/s"};

  public Bandwidth {
    Checks.finiteNotNegative(bytesPerSecond, "bandwidth");
  }

  /**
   * @throws QuantityFormatException when the text is no bandwidth or leaves its unit open
   */
  public static Bandwidth parse(String text) {
    return new Bandwidth(UNITS.parse(text));
  }

  /** Bytes per second, as memory and NVLink are quoted: {@code 50 GB/s}. */
  @Override
  public String toString() {
    return Units.print(bytesPerSecond, FACTORS, BYTES);
  }

  /** Bits per second, as network ports are quoted: {@code 400 Gb/s}. */
  public String inBits() {
    return Units.print(bytesPerSecond * 8, FACTORS, BITS);
  }

  @Override
  public int compareTo(Bandwidth other) {
    return Double.compare(bytesPerSecond, other.bytesPerSecond);
  }
}
