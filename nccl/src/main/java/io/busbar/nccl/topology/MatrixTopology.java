package io.busbar.nccl.topology;

import io.busbar.formats.smi.SmiTopology;
import io.busbar.nccl.graph.PathType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the topology of a node of the matrix of nvidia-smi. NODE counts as PHB: NCCL sees the host
 * bridges of a NUMA node as one. The matrix names no rates. Stateless.
 */
final class MatrixTopology {
  /** Full meshes of more GPUs were not built. */
  private static final int MOST_IN_A_MESH = 4;

  /** More links a GPU does not have. */
  private static final int MOST_LINKS = 18;

  private MatrixTopology() {}

  static NodeTopology of(SmiTopology matrix) {
    List<GpuDevice> gpus = new ArrayList<>();
    List<List<DevicePath>> gpuToGpu = new ArrayList<>();
    List<List<DevicePath>> gpuToNic = new ArrayList<>();
    Set<Integer> numas = new HashSet<>();
    boolean switched = isSwitched(matrix);
    for (int gpu = 0; gpu < matrix.gpus().size(); gpu++) {
      List<DevicePath> peers = new ArrayList<>();
      for (int to = 0; to < matrix.gpus().size(); to++) {
        peers.add(path(matrix.gpuToGpu(gpu, to)));
      }
      List<DevicePath> nics = new ArrayList<>();
      for (int nic = 0; nic < matrix.nics().size(); nic++) {
        nics.add(path(matrix.gpuToNic(gpu, nic)));
      }
      Integer numa = numa(matrix.numaAffinity().get(gpu));
      if (numa != null) {
        numas.add(numa);
      }
      gpuToGpu.add(peers);
      gpuToNic.add(nics);
      gpus.add(gpu(gpu, links(peers, switched), numa, matrix.cpuAffinity().get(gpu)));
    }
    return new NodeTopology(
        matrix.source(),
        numas.size(),
        gpus,
        nics(matrix),
        gpuToGpu,
        gpuToNic,
        switched,
        null,
        matrix.warnings());
  }

  private static GpuDevice gpu(int index, int links, @Nullable Integer numa, String cores) {
    return new GpuDevice(index, "", "", null, links, null, null, numa, cores, null);
  }

  private static List<NicDevice> nics(SmiTopology matrix) {
    List<NicDevice> nics = new ArrayList<>();
    for (String label : matrix.nics()) {
      String name = matrix.nicNames().getOrDefault(label, label.startsWith("NIC") ? "" : label);
      nics.add(new NicDevice(nics.size(), name, "", "", "", 1, null, null, false, null, null));
    }
    return nics;
  }

  private static @Nullable Integer numa(String text) {
    return text.matches("\\d{1,4}") ? Integer.valueOf(text) : null;
  }

  /** More than four GPUs that all share as many links with each other must have switches. */
  private static boolean isSwitched(SmiTopology matrix) {
    int gpus = matrix.gpus().size();
    Set<String> labels = new HashSet<>();
    for (int from = 0; from < gpus; from++) {
      for (int to = 0; to < gpus; to++) {
        if (from != to) {
          labels.add(matrix.gpuToGpu(from, to));
        }
      }
    }
    int links = labels.size() == 1 ? path(labels.iterator().next()).nvLinks() : 0;
    return links > 0 && (gpus > MOST_IN_A_MESH || links * (gpus - 1) > MOST_LINKS);
  }

  private static int links(List<DevicePath> peers, boolean switched) {
    return switched
        ? peers.stream().mapToInt(DevicePath::nvLinks).max().orElse(0)
        : peers.stream().mapToInt(DevicePath::nvLinks).sum();
  }

  private static DevicePath path(String cell) {
    if (cell.startsWith("NV")) {
      return new DevicePath(PathType.NVL, Integer.parseInt(cell.substring(2)), null, cell);
    }
    PathType type =
        switch (cell) {
          case "X" -> PathType.LOC;
          case "PIX", "PSB" -> PathType.PIX; // PSB: two GPUs on one board
          case "PXB" -> PathType.PXB;
          case "PHB", "NODE" -> PathType.PHB;
          case "SYS", "SOC" -> PathType.SYS; // SOC: as drivers before 2017 print it
          default -> PathType.DIS;
        };
    return type == PathType.DIS ? DevicePath.UNKNOWN : new DevicePath(type, 0, null, cell);
  }
}
