package io.busbar.fleet.planted;

import java.util.SplittableRandom;
import java.util.function.ToLongBiFunction;

/** Counters of the ports of a node over a day, by the names that tools print. One use. */
final class Traffic implements ToLongBiFunction<String, Long> {
  private static final double BYTES = 40e9;

  private final LeafDay day;
  private final int host;
  private final SplittableRandom random;
  private final double[] sent;
  private final double[] waits;
  private final double[] pauses;
  private final double[] errors;
  private int port;

  Traffic(LeafDay day, int host, SplittableRandom random) {
    this.day = day;
    this.host = host;
    this.random = random;
    int ports = day.ports(host);
    sent = new double[ports];
    waits = new double[ports];
    pauses = new double[ports];
    errors = new double[ports];
    for (int p = 0; p < ports; p++) { // of weeks before
      sent[p] = BYTES * 100 * random.nextDouble();
      errors[p] = random.nextInt(20) == 0 ? random.nextInt(9) : 0;
    }
  }

  /** An hour passes; {@code ill} is whether the fault has begun. */
  void look(boolean ill) {
    port = -1;
    for (int p = 0; p < sent.length; p++) {
      Planted.Kind kind = ill ? day.ofPort(host, p) : null;
      double bytes = BYTES * (0.5 + random.nextDouble());
      boolean slow = kind == Planted.Kind.SLOW_RECEIVER;
      double more = slow ? 40 : 1;
      sent[p] += kind == Planted.Kind.LINK_DOWN ? 0 : bytes;
      // Waits and pauses of healthy ports differ by a factor of e or so.
      waits[p] += (host < 0 ? more : 1) * bytes / 4 * 0.02 * Math.exp(random.nextGaussian());
      pauses[p] += (host < 0 ? 1 : more) * 10 * Math.exp(random.nextGaussian());
      errors[p] += kind == Planted.Kind.LINK_ERRORS ? 1 + random.nextInt(5) : 0;
    }
  }

  @Override
  public long applyAsLong(String name, Long printed) {
    if (name.equals("PortSelect") || name.equals("rx_packets")) {
      port++;
    }
    int p = Math.max(0, port);
    return switch (name) {
      case "PortSelect" -> p + 1L;
      case "PortXmitData", "PortRcvData" -> (long) (sent[p] / 4);
      case "PortXmitPkts", "PortRcvPkts", "rx_packets", "tx_packets" -> (long) (sent[p] / 4096);
      case "rx_bytes", "tx_bytes", "rx_prio3_bytes", "tx_prio3_bytes" -> (long) sent[p];
      case "PortXmitWait" -> (long) waits[p];
      case "tx_prio3_pause" -> (long) pauses[p];
      case "SymbolErrorCounter", "rx_crc_errors_phy" -> (long) errors[p];
      default -> printed;
    };
  }
}
