package io.busbar.formats.smi;

import io.busbar.base.problem.Problem;
import java.util.List;
import java.util.Map;

/**
 * The matrix of {@code nvidia-smi topo -m}. Immutable.
 *
 * @param gpus labels of the GPUs, {@code GPU0}
 * @param nics labels of the NICs, {@code NIC0} or, from older drivers, {@code mlx5_0}
 * @param nicNames what the host calls the NICs, by label, where a legend says so
 * @param cells relation of a GPU (by row) to each GPU and NIC (by column, as printed): {@code
 *     NV18}, {@code PIX}; empty where the text was cut
 * @param cpuAffinity cores near each GPU, {@code 0-31,64-95}; may be empty
 * @param numaAffinity NUMA node of each GPU; may be empty
 * @param warnings what was passed over
 */
public record SmiTopology(
    String source,
    List<String> gpus,
    List<String> nics,
    Map<String, String> nicNames,
    List<List<String>> cells,
    List<String> cpuAffinity,
    List<String> numaAffinity,
    List<Problem> warnings) {
  public SmiTopology {
    gpus = List.copyOf(gpus);
    nics = List.copyOf(nics);
    nicNames = Map.copyOf(nicNames);
    cells = cells.stream().map(List::copyOf).toList();
    cpuAffinity = List.copyOf(cpuAffinity);
    numaAffinity = List.copyOf(numaAffinity);
    warnings = List.copyOf(warnings);
  }

  /** Relation of two GPUs. */
  public String gpuToGpu(int from, int to) {
    return cells.get(from).get(to);
  }

  /** Relation of a GPU and a NIC. */
  public String gpuToNic(int gpu, int nic) {
    return cells.get(gpu).get(gpus.size() + nic);
  }
}
