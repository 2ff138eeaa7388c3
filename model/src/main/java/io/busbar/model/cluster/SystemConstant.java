package io.busbar.model.cluster;

/**
 * What collectives achieve on one system: the few figures that a measurement of it can determine.
 * Values are in seconds, bytes per second in one direction, or parts of a line rate.
 */
public enum SystemConstant implements CalibratedConstant {
  /** As nccl-tests sees it with a process for each GPU: waiting for the last rank is part of it. */
  START(
      Unit.SECONDS,
      1.5e-6,
      7e-5,
      "19us",
      "Launch and fixed work of a call, ranks in processes of their own waiting for each other."),
  SCALE_UP_SHARE(
      Unit.SHARE,
      0.4,
      1,
      "86%",
      "Achieved part of the line rate of the links between GPUs, large messages."),
  NVLS_SHARE(
      Unit.SHARE,
      0.2,
      1,
      "62%",
      "The same with reduction in the NVLink switches (NVLS), bytes of the buffer."),
  CHANNEL_RATE(
      Unit.BYTES_PER_SECOND, 5e9, 6e10, "25GB/s", "What one thread block (channel) moves."),
  SCALE_UP_LL_STEP(
      Unit.SECONDS, 1e-7, 5e-6, "0.8us", "One hop between GPUs of a domain, protocol LL."),
  SCALE_UP_SIMPLE_STEP(
      Unit.SECONDS, 1e-7, 2e-5, "0.8us", "One hop between GPUs of a domain, protocol Simple."),
  NETWORK_SHARE(
      Unit.SHARE, 0.3, 1, "96%", "Achieved part of the line rate of the NICs, large messages."),
  NETWORK_LL_STEP(Unit.SECONDS, 1e-6, 1.5e-3, "4us", "One hop between domains, protocol LL."),
  NETWORK_SIMPLE_STEP(
      Unit.SECONDS, 1e-6, 1.5e-3, "25us", "One hop between domains, protocol Simple.");

  private final Limits limits;

  SystemConstant(Unit unit, double low, double high, String example, String meaning) {
    limits = new Limits(unit, low, high, example, meaning);
  }

  @Override
  public Limits limits() {
    return limits;
  }

  /** Only collectives over several scale-up domains depend on it. */
  public boolean ofNetwork() {
    return this == NETWORK_SHARE || this == NETWORK_LL_STEP || this == NETWORK_SIMPLE_STEP;
  }

  /** Small messages tell it, large ones do not. */
  public boolean latency() {
    return unit() == Unit.SECONDS;
  }
}
