package io.busbar.formats.nccltests;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One run of a test. Immutable.
 *
 * @param line where it starts
 * @param collective {@code all_reduce}, {@code alltoall} …, empty when unknown
 * @param collectiveFrom how the collective is known
 * @param testsVersion version of nccl-tests, empty when it was not printed
 * @param ncclVersion version of NCCL or RCCL, empty when it was not printed
 * @param setup the options it printed
 * @param devices the rank lines that were read; a report may lack some or all of them
 * @param rows in the order of the file
 * @param wrongValues results out of bounds by its footer; −1 when it was not printed
 * @param averageBusbwGBps mean over all sizes and both halves; NaN when it was not printed. Small
 *     sizes drag it down: never compare it with a link
 * @param concluded whether a footer was seen
 * @param independentJobs whether rank 0 appears more than once: the tool was built without MPI and
 *     several jobs print into one output
 */
public record NcclTestsTable(
    int line,
    String collective,
    CollectiveFrom collectiveFrom,
    String testsVersion,
    String ncclVersion,
    NcclTestsSetup setup,
    List<Device> devices,
    List<Row> rows,
    long wrongValues,
    double averageBusbwGBps,
    boolean concluded,
    boolean independentJobs) {

  public NcclTestsTable {
    devices = List.copyOf(devices);
    rows = List.copyOf(rows);
  }

  /** How the collective of a table is known. */
  public enum CollectiveFrom {
    /** The output names it, or the command that made it. */
    OUTPUT,
    /** The name of the file. */
    FILE_NAME,
    /** The only one that fits ranks, operation, root and the ratio of busbw to algbw. */
    RATIO,
    UNKNOWN
  }

  /**
   * A rank line.
   *
   * @param group communicator, when the test splits the ranks; 0 in older outputs
   * @param device CUDA index on its host
   * @param busId as printed: {@code 0x1b} or {@code 0000:1b:00}
   * @param gpu model name, {@code NVIDIA H100 80GB HBM3}
   */
  public record Device(
      int line, int rank, int group, String host, int device, String busId, String gpu) {}

  /**
   * A line of the table.
   *
   * @param sizeBytes size as nccl-tests counts it; the one to trust
   * @param count elements; per rank or in total, depending on test and version
   * @param redop {@code none} where the test reduces nothing
   * @param root −1 where the test has none
   */
  public record Row(
      int line,
      long sizeBytes,
      long count,
      String type,
      String redop,
      int root,
      Half outOfPlace,
      Half inPlace) {

    /** The shorter of the two times, microseconds; NaN when neither was read. */
    public double bestTimeUs() {
      if (!outOfPlace.measured()) {
        return inPlace.measured() ? inPlace.timeUs() : Double.NaN;
      }
      return inPlace.measured()
          ? Math.min(outOfPlace.timeUs(), inPlace.timeUs())
          : outOfPlace.timeUs();
    }
  }

  /**
   * The out-of-place or in-place half of a row; NaN where nothing was printed.
   *
   * @param timeUs time of one operation
   * @param algbwGBps size over time, 10⁹ bytes per second
   * @param busbwGBps the same times the factor of the collective
   * @param wrong results out of bounds; −1 when they were not checked
   * @param maxError largest error, which versions before 2.13 print instead of a count
   */
  public record Half(
      double timeUs, double algbwGBps, double busbwGBps, long wrong, double maxError) {
    /** A half that was not measured. */
    public static final Half NONE = new Half(Double.NaN, Double.NaN, Double.NaN, -1, Double.NaN);

    /** Whether there is a time. */
    public boolean measured() {
      return timeUs > 0;
    }
  }

  /**
   * Ranks of the communicator by the rank lines: the highest rank and one, since reports leave
   * lines out; with several groups the size of the largest. 0 when no rank line was read.
   */
  public int ranks() {
    int highest = -1;
    Map<Integer, Integer> perGroup = new HashMap<>();
    for (Device d : devices) {
      highest = Math.max(highest, d.rank());
      perGroup.merge(d.group(), 1, Integer::sum);
    }
    return perGroup.size() > 1
        ? perGroup.values().stream().mapToInt(Integer::intValue).max().orElse(0)
        : highest + 1;
  }

  /** Host names in the order of their ranks. */
  public Set<String> hosts() {
    Set<String> hosts = new LinkedHashSet<>();
    devices.forEach(d -> hosts.add(d.host()));
    return hosts;
  }

  /** Model names of the GPUs. */
  public Set<String> gpus() {
    Set<String> gpus = new LinkedHashSet<>();
    devices.forEach(d -> gpus.add(d.gpu()));
    return gpus;
  }

  /** Whether busbw and algbw fit the collective and the ranks of the rank lines. */
  public RatioCheck ratio() {
    return RatioCheck.of(collective, ranks(), rows);
  }
}
