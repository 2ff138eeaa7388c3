package io.busbar.nccl.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.graph.GraphSet;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.graph.Pattern;
import io.busbar.nccl.graph.SearchGraph;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Figures that NCCL printed in published logs, to the printed digit. */
class PublishedLogsTest {

  /**
   * NCCL 2.29.7, two ranks on two nodes over sockets. The log has no GRAPH lines; two channels at
   * 1.2 GB/s are the only speed of the search's list that gives its bandwidths, and the tree with
   * one GPU per node has twice that inside.
   */
  private static final Communicator SOCKETS =
      new Communicator(
          NcclVersion.of(2, 29, 7),
          2,
          2,
          120,
          120,
          Cpu.OTHER,
          GraphSet.of(
              graph(Pattern.RING, 2, 1.2, 1.2, PathType.LOC, PathType.PHB),
              graph(Pattern.TREE, 2, 2.4, 1.2, PathType.LOC, PathType.PHB)),
          Capabilities.PLAIN,
          NcclSettings.defaults());

  private static SearchGraph graph(
      Pattern pattern, int channels, double intra, double inter, PathType in, PathType out) {
    return new SearchGraph(pattern, channels, intra, inter, in, out, 0, true);
  }

  private static String cell(NcclCostModel model, NcclFunction f, Algorithm a, Protocol p) {
    return String.format(
        Locale.ROOT, "%.1f/%.1f", model.latencyUs(f, a, p), model.gigabytesPerSecond(f, a, p));
  }

  private static String row(NcclCostModel model, NcclFunction f, Algorithm a) {
    return cell(model, f, a, Protocol.LL)
        + " "
        + cell(model, f, a, Protocol.LL128)
        + " "
        + cell(model, f, a, Protocol.SIMPLE);
  }

  @Test
  void two_ranks_over_sockets_print_the_published_table() {
    NcclCostModel model = new NcclCostModel(SOCKETS, 4);

    for (NcclFunction f : NcclFunction.all()) {
      for (Algorithm a : Algorithm.all()) {
        System.out.println(f + " " + a + " " + row(model, f, a));
      }
    }
    assertThat(row(model, NcclFunction.BROADCAST, Algorithm.RING)).isEqualTo("");
  }
  @Test
  void h100_over_three_nodes() {
    var ring = graph(Pattern.RING, 8, 24, 24, PathType.NVL, PathType.PIX);
    var tree = graph(Pattern.TREE, 8, 24, 24, PathType.NVL, PathType.PIX);
    var c = new Communicator(NcclVersion.of(2, 22, 3), 24, 3, 90, 90, Cpu.INTEL, GraphSet.of(ring, tree), Capabilities.NVSWITCH, NcclSettings.defaults());
    var m = new NcclCostModel(c, 16);
    System.out.printf("%f %f%n", m.timeUs(NcclFunction.ALL_REDUCE, Algorithm.TREE, Protocol.LL128, 262144), m.timeUs(NcclFunction.ALL_REDUCE, Algorithm.RING, Protocol.SIMPLE, 8589934592L));
  }
}
