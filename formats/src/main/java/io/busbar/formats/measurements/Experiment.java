package io.busbar.formats.measurements;

import io.busbar.base.problem.Position;
import java.util.List;

/**
 * One collective measured over sizes on one system. Immutable.
 *
 * @param at where it is described
 * @param id name, unique in its index
 * @param collective as nccl-tests calls it: {@code all_reduce}, {@code alltoall}
 * @param system what it shares with other experiments on the same machine and software
 * @param healthy whether the system worked as it should: problem cases are kept apart
 * @param machine what it ran on
 * @param job how it ran
 * @param source where it was published
 * @param notes what a reader should know
 * @param points by the order of the file
 */
public record Experiment(
    Position at,
    String id,
    String collective,
    String system,
    Health healthy,
    Machine machine,
    Job job,
    String source,
    String notes,
    List<Point> points) {

  public Experiment {
    points = List.copyOf(points);
  }

  /** Whether a system was in order. */
  public enum Health {
    YES,
    NO,
    UNKNOWN
  }

  /**
   * What the experiment ran on. Text is as the source has it, {@code unknown} or empty when it has
   * nothing.
   *
   * @param gpu {@code H100}
   * @param generation {@code hopper}
   * @param gpusInNode GPUs of a host, used or not
   * @param intraLink {@code NVLink4 (18 links)}
   * @param intraGBpsPerGpu rate of a GPU inside its node, one direction, 10⁹ bytes per second
   * @param nvswitch {@code yes} or {@code no}
   * @param nicsPerNode NIC ports of a node
   * @param nicGbps rate of a port, one direction, 10⁹ bits per second
   * @param fabric {@code InfiniBand NDR}
   * @param topology {@code dragonfly}
   */
  public record Machine(
      String gpu,
      String generation,
      Stated gpusInNode,
      String intraLink,
      Stated intraGBpsPerGpu,
      String nvswitch,
      Stated nicsPerNode,
      Stated nicGbps,
      String fabric,
      String topology) {}

  /**
   * How it ran.
   *
   * @param nodes hosts of the run; 0 when unknown
   * @param gpusUsedPerNode ranks of a host; 0 when unknown
   * @param ranks ranks of the communicator; 0 when unknown
   * @param nccl version, {@code rccl} or {@code unknown}
   * @param plugin network plugin and its version; empty for none
   * @param algo {@code auto} or what was forced
   * @param proto the same for the protocol
   * @param env variables that were set
   * @param gdr whether NICs read GPU memory: {@code yes}, {@code no}, {@code n/a}
   * @param sharp whether the network reduces
   * @param dtype element type
   * @param tool what measured
   * @param launch processes and threads, CUDA graphs
   */
  public record Job(
      int nodes,
      int gpusUsedPerNode,
      int ranks,
      String nccl,
      String plugin,
      String algo,
      String proto,
      String env,
      String gdr,
      String sharp,
      String dtype,
      String tool,
      String launch) {}

  /**
   * A size and its times.
   *
   * @param line where it stands
   * @param sizeBytes size as nccl-tests counts it
   * @param outOfPlaceUs microseconds, computed where only a bandwidth was published; NaN when
   *     neither was
   * @param inPlaceUs the same in place
   * @param algbwGBps as printed; NaN when it was not
   * @param busbwGBps as printed; NaN when it was not
   */
  public record Point(
      int line,
      long sizeBytes,
      double outOfPlaceUs,
      double inPlaceUs,
      double algbwGBps,
      double busbwGBps) {

    /**
     * The shorter of the two times, seconds. Tables have single outliers, two to ten times the
     * neighbours, in one of the two columns only.
     */
    public double seconds() {
      double best =
          Double.isNaN(outOfPlaceUs)
              ? inPlaceUs
              : Double.isNaN(inPlaceUs) ? outOfPlaceUs : Math.min(outOfPlaceUs, inPlaceUs);
      return best / 1e6;
    }
  }
}
