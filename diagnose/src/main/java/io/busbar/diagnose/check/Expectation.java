package io.busbar.diagnose.check;

import java.util.Optional;

/** What well-configured hardware achieves; the yardstick of measured tables. */
public interface Expectation {
  /**
   * A run whose bandwidth is judged.
   *
   * @param collective as nccl-tests calls it, {@code all_reduce}
   * @param ranks of the communicator
   * @param hosts machines they run on; 1 when only NVLink or PCIe is used, 0 when unknown
   * @param gpu as the driver names it, {@code NVIDIA H100 80GB HBM3}; empty when unknown
   * @param ncclVersion as printed; empty when unknown
   * @param nicsPerHost ports that a host has, also those that are down or unused; 0 when unknown
   * @param nicGbps rate of one of them with a link; NaN when unknown
   */
  record Run(
      String collective,
      int ranks,
      int hosts,
      String gpu,
      String ncclVersion,
      int nicsPerHost,
      double nicGbps) {}

  /** What the run should reach; empty when the hardware is not known. */
  Optional<Achievable> of(Run run);

  /** What a collective reaches on known hardware, over sizes. */
  interface Achievable {
    /** What it was computed for, {@code dgx-h100:2}. */
    String cluster();

    /** Whether somebody named the cluster; otherwise the files gave it away. */
    boolean given();

    /** How sure it is that this hardware is there, in words. */
    String certainty();

    /**
     * The state of this hardware, other than sound, that explains a measured figure best.
     *
     * @return empty when none comes near
     */
    Optional<Explanation> nearest(long sizeBytes, double busbwBytesPerS);

    /** Bus bandwidth at a size. */
    Reach at(long sizeBytes);

    /** The command that shows formula, inputs and sources at a size. */
    String command(long sizeBytes);
  }

  /**
   * A state of the hardware or of NCCL's choice under which the time model gives about what was
   * measured.
   *
   * @param what in words, {@code NVLink SHARP off}
   * @param busbwBytesPerS that the model predicts for it
   * @param look what shows whether it is so
   */
  record Explanation(String what, double busbwBytesPerS, String look) {}

  /**
   * Bus bandwidth to expect, bytes per second.
   *
   * @param lowBytesPerS a tenth of like systems has less
   * @param highBytesPerS a tenth of like systems has more
   */
  record Reach(double busbwBytesPerS, double lowBytesPerS, double highBytesPerS) {}
}
