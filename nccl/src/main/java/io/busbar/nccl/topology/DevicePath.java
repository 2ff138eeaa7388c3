package io.busbar.nccl.topology;

import io.busbar.nccl.graph.PathType;
import org.jspecify.annotations.Nullable;

/**
 * How a GPU reaches another device of its node.
 *
 * @param type as NCCL names it; {@link PathType#DIS} when nothing is known
 * @param nvLinks links that carry it, 0 without NVLink
 * @param bytesPerSecond of its slowest link, one direction; null when the source names no rates
 * @param label as nvidia-smi prints it: {@code NV18}, {@code PIX}, {@code X} for the device itself
 */
public record DevicePath(
    PathType type, int nvLinks, @Nullable Double bytesPerSecond, String label) {
  /** A relation that the source does not tell. */
  static final DevicePath UNKNOWN = new DevicePath(PathType.DIS, 0, null, "?");

  /** Whether it uses NVLink alone. */
  public boolean isNvLink() {
    return type == PathType.NVL;
  }

  /**
   * Whether it stays below one host bridge, so that GPUDirect and peer access are on by default.
   */
  public boolean isNear() {
    return type.within(PathType.PXB);
  }

  /** Whether the source tells it. */
  public boolean isKnown() {
    return type != PathType.DIS;
  }
}
