package io.busbar.nccl.topology;

import io.busbar.base.problem.Problem;
import io.busbar.formats.ncclxml.TopologyFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as a topology file or the matrix of nvidia-smi shows it: devices, and the best path
 * between each two. Immutable.
 *
 * @param source what the user called it
 * @param numaNodes number of NUMA nodes; 0 when unknown
 * @param gpuToGpu by row and column of {@code gpus}
 * @param gpuToNic by row of {@code gpus} and column of {@code nics}
 * @param nvSwitched whether NVLinks end at switches
 * @param file what the node was read from; null when that was a matrix
 * @param warnings what was passed over
 */
public record NodeTopology(
    String source,
    int numaNodes,
    List<GpuDevice> gpus,
    List<NicDevice> nics,
    List<List<DevicePath>> gpuToGpu,
    List<List<DevicePath>> gpuToNic,
    boolean nvSwitched,
    @Nullable TopologyFile file,
    List<Problem> warnings) {
  public NodeTopology {
    gpus = List.copyOf(gpus);
    nics = List.copyOf(nics);
    gpuToGpu = gpuToGpu.stream().map(List::copyOf).toList();
    gpuToNic = gpuToNic.stream().map(List::copyOf).toList();
    warnings = List.copyOf(warnings);
  }

  public DevicePath path(GpuDevice from, GpuDevice to) {
    return gpuToGpu.get(from.index()).get(to.index());
  }

  public DevicePath path(GpuDevice from, NicDevice to) {
    return gpuToNic.get(from.index()).get(to.index());
  }

  /** Whether the source tells of NVLinks at all; hand-written files leave them to the driver. */
  public boolean tellsNvLinks() {
    return gpus.stream().anyMatch(gpu -> gpu.nvLinks() != null && gpu.nvLinks() > 0);
  }

  /** Whether relations can be judged: a piece of a file lacks what joins its devices. */
  public boolean isWhole() {
    return file == null || file.whole();
  }
}
