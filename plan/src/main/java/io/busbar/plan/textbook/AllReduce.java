package io.busbar.plan.textbook;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;

/**
 * An all-reduce at line rate: volume 2(n−1)/n·M per rank; the g ranks of a domain drive their NICs
 * together, so that time = max(volume / inside rate, volume / (g·outside rate)), bytes and bytes
 * per second of one direction. Reduction in the network injects M instead of the volume. No
 * latency, no losses. Source: NCCL tests, PERFORMANCE.md (bus bandwidth).
 *
 * @param bytes M, per rank
 * @param volumeBytes sent by a rank
 * @param bytesPerSecond what a group member gets at its slowest link
 * @param seconds time
 * @param sharpSeconds time with reduction in the network
 */
record AllReduce(
    double bytes, double volumeBytes, double bytesPerSecond, double seconds, double sharpSeconds) {

  /**
   * @param prefix of the terms: {@code dense} gives {@code dense_allreduce_s}
   * @param message term of the bytes, noted before
   */
  static AllReduce of(
      String prefix, Term message, double bytes, TextbookInputs.Group group, Ledger ledger) {
    int n = group.ranks();
    int together = Math.min(group.ranksPerDomain(), n);
    boolean leaves = together < n;
    String p = prefix + "_";
    ledger.put(Term.input(p + "ranks", "", "ranks of the communicator"), n);
    ledger.put(Term.input(p + "ranks_per_domain", "", "of them in a scale-up domain"), together);
    if (together > 1) {
      Term inside = Term.input(p + "inside_bytes_per_s", "B/s", "scale-up rate of a rank");
      ledger.put(inside, group.insideBytesPerSecond());
    }
    if (leaves) {
      Term outside = Term.input(p + "outside_bytes_per_s", "B/s", "network rate of a rank");
      ledger.put(outside, group.outsideBytesPerSecond());
    }
    double volume =
        ledger.put(
            Term.of(
                p + "volume_bytes",
                "B",
                "sent by a rank of a ring",
                "2 * ({" + p + "ranks} - 1) / {" + p + "ranks} * {" + message.name() + "}"),
            2 * (n - 1.0) / n * bytes);
    double outside = together * group.outsideBytesPerSecond();
    double rate =
        !leaves
            ? group.insideBytesPerSecond()
            : together == 1 ? outside : Math.min(group.insideBytesPerSecond(), outside);
    ledger.put(
        Term.of(p + "bytes_per_s", "B/s", "rate of the slowest link", rateFormula(p, together, n)),
        rate);
    double seconds =
        ledger.put(
            Term.of(
                p + "allreduce_s",
                "s",
                "all-reduce at line rate",
                "{" + p + "volume_bytes} / {" + p + "bytes_per_s}"),
            volume / rate);
    double sharp =
        !leaves
            ? seconds
            : together == 1
                ? bytes / outside
                : Math.max(volume / group.insideBytesPerSecond(), bytes / outside);
    ledger.put(
        Term.of(
            p + "sharp_s",
            "s",
            "all-reduce reduced by the switches",
            sharpFormula(p, message.name(), together, n)),
        sharp);
    return new AllReduce(bytes, volume, rate, seconds, sharp);
  }

  private static String rateFormula(String p, int together, int ranks) {
    String inside = "{" + p + "inside_bytes_per_s}";
    String outside = "{" + p + "ranks_per_domain} * {" + p + "outside_bytes_per_s}";
    return together == ranks
        ? inside
        : together == 1 ? outside : "min(" + inside + ", " + outside + ")";
  }

  private static String sharpFormula(String p, String message, int together, int ranks) {
    if (together == ranks) {
      return "{" + p + "allreduce_s}";
    }
    String outside =
        "{" + message + "} / ({" + p + "ranks_per_domain} * {" + p + "outside_bytes_per_s})";
    return together == 1
        ? outside
        : "max({" + p + "volume_bytes} / {" + p + "inside_bytes_per_s}, " + outside + ")";
  }

  /** Two one after another. */
  AllReduce and(AllReduce other) {
    return new AllReduce(
        bytes + other.bytes,
        volumeBytes + other.volumeBytes,
        bytesPerSecond,
        seconds + other.seconds,
        sharpSeconds + other.sharpSeconds);
  }
}
