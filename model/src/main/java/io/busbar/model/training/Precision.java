package io.busbar.model.training;

/** Number format of the linear layers' matrix products; attention stays in 16 bits. */
public enum Precision {
  FP32(4, 0.5),
  FP16(2, 1),
  BF16(2, 1),
  /** FP8 with one scale per tensor. */
  FP8(1, 2),
  /** FP8 with one scale per row: more accurate, its kernels reach 16-bit rates only. */
  FP8_ROWWISE(1, 1),
  /** FP8 with one scale per block of 32. */
  MXFP8(1, 2),
  NVFP4(0.5, 4);

  private final double bytes;
  private final double speed;

  Precision(double bytes, double speed) {
    this.bytes = bytes;
    this.speed = speed;
  }

  /** Bytes of one element, scales not counted. */
  public double bytes() {
    return bytes;
  }

  /** Peak tensor rate relative to 16 bits. */
  public double speed() {
    return speed;
  }
}
