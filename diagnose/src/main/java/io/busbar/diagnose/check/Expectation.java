package io.busbar.diagnose.check;

import java.util.OptionalDouble;

/** What well-configured hardware achieves; the yardstick of measured tables. */
public interface Expectation {
  /**
   * A run whose bandwidth is judged.
   *
   * @param collective as nccl-tests calls it, {@code all_reduce}
   * @param bytes size of the operation
   * @param ranks of the communicator
   * @param hosts machines they run on; 1 when only NVLink or PCIe is used
   * @param gpu as the driver names it, {@code NVIDIA H100 80GB HBM3}
   * @param nicsPerHost 0 when unknown
   * @param nicGbps rate of one of them; NaN when unknown
   */
  record Run(
      String collective,
      long bytes,
      int ranks,
      int hosts,
      String gpu,
      int nicsPerHost,
      double nicGbps) {}

  /** Bus bandwidth that the run should reach, 10⁹ bytes per second; empty when unknown. */
  OptionalDouble busbwGBps(Run run);
}
