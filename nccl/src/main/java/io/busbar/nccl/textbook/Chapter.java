package io.busbar.nccl.textbook;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.nccl.textbook.ClaimRows.Named;

/**
 * The chapter's formula and figures for collectives. An all-reduce of N ranks takes 2(N−1)/N·M/B
 * and each of its two phases half of that; SHARP halves it; NVLS takes 40 % off and doubles the
 * bandwidth; symmetric memory is 7 to 9 times faster below 256 KB. Stateless.
 */
final class Chapter {
  /** Up to this size it promises the gain of symmetric memory, bytes. */
  static final long SYMMETRIC_BYTES = 256 * 1024;

  /** NVLS above, bytes. */
  static final double NVLS_BYTES = 128 * 1024;

  /** Tree below, bytes. */
  static final long TREE_BYTES = 16 * 1024;

  private static final double NVLS_SAVED = 0.4;
  private static final double NVLS_GAIN = 2;
  private static final double SHARP_SHARE = 0.5;
  private static final double SYMMETRIC_GAIN = 7;

  private Chapter() {}

  /** Whether it has a formula for an operation. */
  static boolean knows(CollectiveOp op) {
    return phases(op) > 0;
  }

  private static int phases(CollectiveOp op) {
    return switch (op) {
      case ALL_REDUCE -> 2;
      case ALL_GATHER, REDUCE_SCATTER -> 1;
      default -> 0;
    };
  }

  /**
   * Time of an operation: phases·(N−1)/N·M/B.
   *
   * @param bytes M
   * @param bytesPerSecond B, one direction
   */
  static Named seconds(
      ClaimRows rows, CollectiveOp op, int ranks, Named bytes, Named bytesPerSecond) {
    int phases = phases(op);
    Named n = rows.input("ranks", "", "ranks of the communicator", ranks);
    String formula =
        phases
            + " * ({ranks} - 1) / {ranks} * {"
            + bytes.name()
            + "} / {"
            + bytesPerSecond.name()
            + "}";
    return rows.computed(
        "textbook_s",
        "s",
        "the chapter's formula",
        formula,
        phases * (n.value() - 1) / n.value() * bytes.value() / bytesPerSecond.value());
  }

  static Named nvlsSeconds(ClaimRows rows, Named ring) {
    Named saved = rows.printed("nvls_saved", "", "part that NVLS takes off", NVLS_SAVED);
    return rows.computed(
        "textbook_nvls_s",
        "s",
        "the same by NVLS",
        "{" + ring.name() + "} * (1 - {nvls_saved})",
        ring.value() * (1 - saved.value()));
  }

  static Named nvlsGain(ClaimRows rows) {
    return rows.printed("textbook_nvls_gain", "", "bandwidth by NVLS over Ring", NVLS_GAIN);
  }

  static Named sharpSeconds(ClaimRows rows, Named ring) {
    Named left = rows.printed("sharp_share", "", "traffic that SHARP leaves", SHARP_SHARE);
    return rows.computed(
        "textbook_sharp_s",
        "s",
        "the same with SHARP",
        "{" + ring.name() + "} * {sharp_share}",
        ring.value() * left.value());
  }

  /** The lower end of 7 to 9. */
  static Named symmetricGain(ClaimRows rows) {
    return rows.printed(
        "textbook_symmetric_gain", "", "gain of symmetric memory, at least", SYMMETRIC_GAIN);
  }
}
