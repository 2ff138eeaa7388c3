package io.busbar.nccl.topology;

import java.util.Locale;

/**
 * A PCIe link of a device to what is above it.
 *
 * @param gigatransfers per second and lane, 32 for the fifth generation; 0 when unknown
 * @param lanes 0 when unknown
 * @param bytesPerSecond one direction, as NCCL counts it: unknown counts as 16 lanes of the third
 *     generation
 */
public record PcieLink(double gigatransfers, int lanes, double bytesPerSecond) {

  /** Whether the source says both speed and width. */
  public boolean isKnown() {
    return gigatransfers > 0 && lanes > 0;
  }

  /** {@code 32 GT/s x16}; {@code unknown}. */
  @Override
  public String toString() {
    if (!isKnown()) {
      return "unknown";
    }
    String speed =
        gigatransfers == Math.rint(gigatransfers)
            ? String.format(Locale.ROOT, "%.0f", gigatransfers)
            : String.valueOf(gigatransfers);
    return speed + " GT/s x" + lanes;
  }
}
