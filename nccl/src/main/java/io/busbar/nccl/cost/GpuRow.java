package io.busbar.nccl.cost;

import java.util.Locale;

/** Generations that have a row of their own in NCCL's tables. */
enum GpuRow {
  VOLTA,
  AMPERE,
  HOPPER,
  BLACKWELL;

  /** By the smallest compute capability of a communicator, times ten. */
  static GpuRow of(int computeCapability) {
    return computeCapability >= 100
        ? BLACKWELL
        : computeCapability >= 90 ? HOPPER : computeCapability >= 80 ? AMPERE : VOLTA;
  }

  String row() {
    return name().toLowerCase(Locale.ROOT);
  }
}
