package io.busbar.nccl.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.Problems;
import io.busbar.formats.nccllog.LogEvent;
import io.busbar.formats.nccllog.NcclLogReader;
import io.busbar.formats.nccllog.TuningCell;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.choice.Tuner;
import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.graph.GraphSet;
import io.busbar.nccl.graph.LoggedGraphs;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.graph.Pattern;
import io.busbar.nccl.graph.SearchGraph;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What NCCL printed in published logs, to the printed digit. The figures were typed off; graphs
 * that a log lacks are the only ones that give its figures, and the comment says so.
 */
class PublishedLogsTest {
  private static final NcclSettings DEFAULTS = NcclSettings.defaults();

  /** NVIDIA/nccl issue 1197 prints these graphs: ring and tree 12 at 30, NVLS 8 at 40/60. */
  private static final GraphSet HGX_H100 =
      GraphSet.of(
              graph(Pattern.RING, 12, 30, 30, PathType.NVL),
              graph(Pattern.BALANCED_TREE, 12, 30, 30, PathType.NVL))
          .withNvls(graph(Pattern.NVLS, 8, 40, 60, PathType.NVL));

  private static SearchGraph graph(
      Pattern pattern, int channels, double intra, double inter, PathType inside) {
    return new SearchGraph(pattern, channels, intra, inter, inside, PathType.PIX, 0, true);
  }

  private static Communicator hopper(String version, int ranks, int nodes, GraphSet graphs) {
    return new Communicator(
        NcclVersion.find(version).orElseThrow(),
        ranks,
        nodes,
        90,
        90,
        Cpu.INTEL,
        graphs,
        Capabilities.NVSWITCH,
        DEFAULTS);
  }

  private static List<LogEvent> read(String resource) {
    List<LogEvent> events = new ArrayList<>();
    Problems warnings = new Problems();
    try (InputStream in = PublishedLogsTest.class.getResourceAsStream(resource)) {
      NcclLogReader.read(Objects.requireNonNull(in), resource, events::add, warnings);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(warnings.list()).isEmpty();
    return events;
  }

  private static <T> List<T> only(List<LogEvent> events, Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** A communicator as a log describes it; GPU and CPU are not in these lines. */
  private static Communicator logged(List<LogEvent> events, int capability, Cpu cpu) {
    LogEvent.Layout layout = only(events, LogEvent.Layout.class).getFirst();
    return new Communicator(
        NcclVersion.find(only(events, LogEvent.Version.class).getFirst().version()).orElseThrow(),
        layout.ranks(),
        layout.nodes(),
        capability,
        capability,
        cpu,
        LoggedGraphs.of(only(events, LogEvent.Graph.class)).orElseThrow(),
        Capabilities.PLAIN,
        DEFAULTS);
  }

  /**
   * NCCL 2.29.7, two ranks on two nodes over sockets (yunwei37/nccl-eBPF). The log has no GRAPH
   * lines; those of the fixture are the only speeds of the search's list that give its bandwidths.
   */
  @Test
  void graph_lines_of_two_ranks_over_sockets_give_the_printed_tuning_table() {
    List<LogEvent> events = read("/two-ranks-over-sockets.log");
    Tuner tuner = new Tuner(logged(events, 120, Cpu.OTHER));
    int cells = 0;
    for (LogEvent.TuningRow row : only(events, LogEvent.TuningRow.class)) {
      NcclFunction f = NcclFunction.of(row.function()).orElseThrow();
      for (TuningCell cell : row.cells()) {
        Algorithm a = Algorithm.of(cell.algorithm()).orElseThrow();
        Protocol p = Protocol.of(cell.protocol()).orElseThrow();
        assertThat(
                printed(tuner.model().latencyUs(f, a, p), tuner.printedGigabytesPerSecond(f, a, p)))
            .as("%s %s %s", f, a, p)
            .isEqualTo(printed(cell.latencyUs(), cell.gigabytesPerSecond()));
        cells++;
      }
    }
    assertThat(cells).isEqualTo(5 * 7 * 3);
  }

  private static String printed(double latency, double rate) {
    return String.format(Locale.ROOT, "%.1f/%.1f", latency, rate);
  }

  @Test
  void thread_limits_of_that_log_are_the_printed_ones() {
    List<LogEvent> events = read("/two-ranks-over-sockets.log");
    Channels channels = new Channels(logged(events, 120, Cpu.OTHER));
    for (LogEvent.TuningThreads row : only(events, LogEvent.TuningThreads.class)) {
      for (int i = 0; i < row.threads().size(); i++) {
        Algorithm a = Algorithm.of(row.algorithms().get(i / 3)).orElseThrow();
        Protocol p = Protocol.all().get(i % 3);
        assertThat(channels.maxThreads(a, p)).as("%s %s", a, p).isEqualTo(row.threads().get(i));
      }
    }
  }

  @Test
  void choices_and_channels_of_that_log_are_the_printed_ones() {
    List<LogEvent> events = read("/two-ranks-over-sockets.log");
    Tuner tuner = new Tuner(logged(events, 120, Cpu.OTHER));
    for (LogEvent.Choice choice : only(events, LogEvent.Choice.class)) {
      NcclFunction f = NcclFunction.of(choice.function()).orElseThrow();
      int best = tuner.best(f, choice.bytes());
      Algorithm a = NcclCostModel.algorithm(best);
      Protocol p = NcclCostModel.protocol(best);
      assertThat(a.ncclName()).as("%s", choice).isEqualToIgnoringCase(choice.algorithm());
      assertThat(p.ncclName()).as("%s", choice).isEqualToIgnoringCase(choice.protocol());
      assertThat(tuner.channels().of(f, a, p, choice.bytes()))
          .as("%s", choice)
          .isEqualTo(choice.channels());
    }
  }

  /**
   * NCCL 2.22.3, 24 H100 on three nodes (NVIDIA/nccl issue 1453). It prints times but no graphs;
   * eight channels at 24 GB/s, a plain tree and 16 channels give both to all digits.
   */
  @Test
  void three_h100_nodes_print_these_times() {
    GraphSet graphs =
        GraphSet.of(
            graph(Pattern.RING, 8, 24, 24, PathType.NVL),
            graph(Pattern.TREE, 8, 24, 24, PathType.NVL));
    Communicator comm = hopper("2.22.3", 24, 3, graphs);
    NcclCostModel model = new NcclCostModel(comm, Channels.collective(comm));

    assertThat(Channels.collective(comm)).isEqualTo(16);
    assertThat(time(model, Algorithm.TREE, Protocol.LL128, 262_144)).isEqualTo("54.707825");
    assertThat(time(model, Algorithm.RING, Protocol.SIMPLE, 8_589_934_592L))
        .isEqualTo("86069.968750");
  }

  /** One node of eight H100 (NVIDIA/nccl issue 1595). */
  @Test
  void one_h100_node_prints_this_time() {
    NcclCostModel model = new NcclCostModel(hopper("2.21.5", 8, 1, HGX_H100), 24);

    assertThat(time(model, Algorithm.RING, Protocol.SIMPLE, 805_306_368)).isEqualTo("3970.683594");
  }

  private static String time(NcclCostModel model, Algorithm a, Protocol p, long bytes) {
    return String.format(
        Locale.ROOT, "%.6f", (double) model.timeUs(NcclFunction.ALL_REDUCE, a, p, bytes));
  }

  /** Several nodes of H800 with eight NICs (NVIDIA/nccl issue 1154): 68.8 GB/s for Tree Simple. */
  @Test
  void h800_nodes_print_this_tree_bandwidth() {
    GraphSet graphs =
        GraphSet.of(
            graph(Pattern.RING, 8, 22, 22, PathType.NVL),
            graph(Pattern.TREE, 8, 22, 22, PathType.NVL));
    NcclCostModel model = new NcclCostModel(hopper("2.19.4", 32, 4, graphs), 16);

    assertThat(model.gigabytesPerSecond(NcclFunction.ALL_REDUCE, Algorithm.TREE, Protocol.SIMPLE))
        .isCloseTo(68.8f, within(0.05f));
  }

  /**
   * One node of eight H100: the all-reduces of a published sweep with 2.30.7, and the all-gathers
   * of an NVIDIA/nccl issue, whose log prints bytes of one rank.
   */
  @ParameterizedTest
  @CsvSource({
    "2.30.7, AllReduce,     4096, Ring, LL,      1",
    "2.30.7, AllReduce,  1048576, Ring, LL,     24",
    "2.30.7, AllReduce,  2097152, NVLS, Simple, 16",
    "2.26.6, AllGather,  4121600, Ring, LL,     24",
    "2.26.6, AllGather,  4636800, NVLS, Simple, 16",
  })
  void one_h100_node_chooses(
      String version, String function, long bytes, String algorithm, String protocol, int used) {
    Tuner tuner = new Tuner(hopper(version, 8, 1, HGX_H100));
    NcclFunction f = NcclFunction.of(function).orElseThrow();
    int best = tuner.best(f, bytes);

    assertThat(NcclCostModel.algorithm(best)).hasToString(algorithm);
    assertThat(NcclCostModel.protocol(best)).hasToString(protocol);
    assertThat(
            tuner
                .channels()
                .of(f, NcclCostModel.algorithm(best), NcclCostModel.protocol(best), bytes))
        .isEqualTo(used);
  }
}
