package io.busbar.diagnose.check.machine;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.gpus.P2pRow;
import io.busbar.formats.perftest.Stated;
import io.busbar.formats.smi.GpuMatrix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How GPUs and NICs of a machine are joined, by its matrices. */
public final class Matrices implements Check {
  private static final String PAIRS = "nvlink-pairs-only";
  private static final String NO_NIC = "gpu-without-local-nic";
  private static final String FAR = "gpu-nic-distance-sys";
  private static final String NAMES = "nic-naming-differs-from-topology";
  private static final String P2P = "p2p-not-supported";
  private static final String SOCKET = "p2p-limited-to-socket";
  private static final String INACTIVE = "nvlink-inactive";
  private static final int FEWEST_ALIKE = 3;
  private static final List<String> NEAR = List.of("PIX", "PXB", "PHB", "NODE");
  private static final Set<String> REFUSED = Set.of("NS", "CNS", "GNS", "TNS");

  @Override
  public List<String> codes() {
    return List.of(PAIRS, NO_NIC, FAR, NAMES, P2P, SOCKET, INACTIVE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (GpuMatrix matrix : facts.all(GpuMatrix.class)) {
      links(matrix, facts, out);
      nics(matrix, out);
    }
    refused(facts, out);
    peers(facts, out);
  }

  private static void links(GpuMatrix m, Facts facts, Conclusions out) {
    int n = m.gpus();
    if (behind(m, out)) {
      return;
    }
    int joined = 0;
    int alone = 0;
    for (int a = 0; a < n; a++) {
      int partners = 0;
      for (int b = 0; b < n; b++) {
        partners += a != b && m.nvlink(a, b) ? 1 : 0;
      }
      joined += partners == 1 ? 1 : 0;
      alone += partners == 0 ? 1 : 0;
    }
    if (n > 2 && joined == n) {
      Conclusion c =
          Conclusion.warning(PAIRS)
              .say(
                  "Each of the "
                      + n
                      + " GPUs has NVLink ("
                      + link(m)
                      + ") to one other only; the rest is "
                      + others(m)
                      + ".")
              .at(m.rows().getFirst());
      for (Stated s : facts.all(Stated.class).stream().limit(4).toList()) {
        c.say(s.label() + " " + s.gigabytesPerSecond() + " GB/s.").at(s.at());
      }
      out.add(c);
    } else if (n > 1 && alone == n) {
      out.healthy(
          "The " + n + " GPUs are joined over PCIe (" + others(m) + "), without NVLink.",
          List.of(m.rows().getFirst()));
    } else if (n > 1 && joined + alone == 0) {
      out.healthy(
          "Every pair of the " + n + " GPUs is joined by NVLink (" + link(m) + ").",
          List.of(m.rows().getFirst()));
    }
  }

  /** Most GPUs are joined alike, all with all, and few have fewer links or none. */
  private static boolean behind(GpuMatrix m, Conclusions out) {
    int n = m.gpus();
    Map<String, Integer> kinds = new HashMap<>();
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < a; b++) {
        if (m.nvlink(a, b)) {
          kinds.merge(m.topology().gpuToGpu(a, b), 1, Integer::sum);
        }
      }
    }
    String usual =
        kinds.entrySet().stream()
            .max(
                Map.Entry.<String, Integer>comparingByValue()
                    .thenComparingInt(
                        e -> Integer.parseInt("0" + e.getKey().replaceAll("\\D", ""))))
            .map(Map.Entry::getKey)
            .orElse("");
    List<Integer> odd = new ArrayList<>();
    for (int a = 0; a < n; a++) {
      int alike = 0;
      for (int b = 0; b < n; b++) {
        alike += a != b && m.topology().gpuToGpu(a, b).equals(usual) ? 1 : 0;
      }
      if (alike == 0) {
        odd.add(a);
      }
    }
    int whole = n - odd.size();
    boolean clique = kinds.getOrDefault(usual, 0) == whole * (whole - 1) / 2;
    if (odd.isEmpty() || whole < FEWEST_ALIKE || odd.size() >= whole || !clique) {
      return false;
    }
    Conclusion c = Conclusion.critical(INACTIVE).confidence(Conclusion.Confidence.MEDIUM);
    for (int g : odd) {
      c.say(
              "GPU "
                  + g
                  + " is joined to the others by "
                  + m.topology().gpuToGpu(g, g == 0 ? 1 : 0)
                  + ", these among themselves by "
                  + usual
                  + ".")
          .at(m.rows().get(g));
    }
    out.add(c);
    out.missing("the state of each NVLink", "nvidia-smi nvlink -s");
    return true;
  }

  private static String link(GpuMatrix m) {
    for (int b = 1; b < m.gpus(); b++) {
      if (m.nvlink(0, b)) {
        return m.topology().gpuToGpu(0, b);
      }
    }
    return "NVLink";
  }

  private static String others(GpuMatrix m) {
    Set<String> kinds = new HashSet<>();
    for (int b = 1; b < m.gpus(); b++) {
      if (!m.nvlink(0, b)) {
        kinds.add(m.topology().gpuToGpu(0, b));
      }
    }
    return String.join(" or ", kinds.stream().sorted().toList());
  }

  private static void nics(GpuMatrix m, Conclusions out) {
    int nics = m.topology().nics().size();
    if (nics == 0) {
      return;
    }
    List<Integer> far = new ArrayList<>();
    List<Integer> nearest = new ArrayList<>();
    int told = 0;
    for (int g = 0; g < m.gpus(); g++) {
      int best = nearest(m, g, nics);
      nearest.add(best);
      boolean row = told(m, g, nics);
      told += row ? 1 : 0;
      if (best < 0 && row) {
        far.add(g);
      }
    }
    if (told < m.gpus()) {
      out.missing("the whole matrix: rows of GPUs are cut off", "nvidia-smi topo -m");
    }
    if (far.size() == told && told > 0) {
      out.add(
          Conclusion.warning(FAR)
              .say("All " + m.gpus() + " GPUs reach every NIC only across CPU sockets (SYS).")
              .at(m.rows().getFirst()));
    } else if (!far.isEmpty()) {
      Conclusion c = Conclusion.info(NO_NIC);
      c.say(
          "GPU "
              + String.join(", ", far.stream().map(String::valueOf).toList())
              + " reach(es) every NIC only across CPU sockets (SYS).");
      far.forEach(g -> c.at(m.rows().get(g)));
      for (int g = 0; g < m.gpus(); g++) {
        if (!far.contains(g) && nearest.get(g) >= 0) {
          c.say("GPU " + g + " is near " + m.topology().nics().get(nearest.get(g)) + ".")
              .at(m.rows().get(g));
        }
      }
      out.add(c);
    } else if (told == m.gpus()) {
      naming(m, nearest, nics, out);
    }
  }

  /** Whether the row of a GPU is there, which the end of an excerpt may lack. */
  private static boolean told(GpuMatrix m, int gpu, int nics) {
    for (int nic = 0; nic < nics; nic++) {
      if (!m.topology().gpuToNic(gpu, nic).isBlank()) {
        return true;
      }
    }
    return false;
  }

  private static int nearest(GpuMatrix m, int gpu, int nics) {
    for (String kind : NEAR) {
      for (int nic = 0; nic < nics; nic++) {
        if (m.topology().gpuToNic(gpu, nic).equals(kind)) {
          return nic;
        }
      }
    }
    return -1;
  }

  private static void naming(GpuMatrix m, List<Integer> nearest, int nics, Conclusions out) {
    boolean oneEach = nics == m.gpus() && new HashSet<>(nearest).size() == nics;
    List<Integer> moved = new ArrayList<>();
    for (int g = 0; g < nearest.size(); g++) {
      if (nearest.get(g) != g) {
        moved.add(g);
      }
    }
    if (oneEach && !moved.isEmpty()) {
      Conclusion c = Conclusion.info(NAMES);
      for (int g : moved) {
        c.say("The NIC next to GPU " + g + " is " + m.topology().nics().get(nearest.get(g)) + ".")
            .at(m.rows().get(g));
      }
      out.add(c);
    } else if (oneEach) {
      out.healthy("Each GPU has a NIC of its own near it.", List.of(m.rows().getFirst()));
    }
  }

  private static void refused(Facts facts, Conclusions out) {
    for (P2pRow row : facts.all(P2pRow.class)) {
      row.cells().stream()
          .filter(REFUSED::contains)
          .findFirst()
          .ifPresent(cell ->
              out.add(
                  Conclusion.warning(P2P)
                      .say("GPU " + row.gpu() + ": peer-to-peer is " + cell + ".")
                      .at(row.at())));
    }
  }

  /**
   * The list of CUDA's p2pBandwidthLatencyTest: groups inside which all pairs work, or none at all.
   */
  private static void peers(Facts facts, Conclusions out) {
    List<Signal> denied = facts.signals("peer-denied");
    List<Signal> allowed = facts.signals("peer-allowed");
    if (denied.isEmpty()) {
      if (!allowed.isEmpty()) {
        out.healthy("All GPUs reach each other directly.", List.of(allowed.getFirst().at()));
      }
      return;
    }
    List<Place> places = new ArrayList<>();
    places.add(denied.getFirst().at());
    allowed.stream().limit(1).forEach(s -> places.add(s.at()));
    Set<String> pairs = new HashSet<>();
    allowed.forEach(s -> pairs.add(s.value("a") + "-" + s.value("b")));
    boolean groups = !allowed.isEmpty() && transitive(pairs);
    Conclusion c =
        groups
            ? Conclusion.info(SOCKET)
                .say(
                    "Peer-to-peer works inside groups of GPUs ("
                        + String.join(", ", pairs.stream().sorted().limit(8).toList())
                        + ") and not between them.")
            : Conclusion.warning(P2P)
                .say(denied.size() + " pairs of GPUs cannot reach each other directly.");
    places.forEach(c::at);
    out.add(c);
  }

  private static boolean transitive(Set<String> pairs) {
    for (String ab : pairs) {
      for (String bc : pairs) {
        String[] x = ab.split("-");
        String[] y = bc.split("-");
        if (x[1].equals(y[0]) && !x[0].equals(y[1]) && !pairs.contains(x[0] + "-" + y[1])) {
          return false;
        }
      }
    }
    return true;
  }
}
