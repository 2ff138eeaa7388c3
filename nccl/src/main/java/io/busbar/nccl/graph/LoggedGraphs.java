package io.busbar.nccl.graph;

import io.busbar.formats.nccllog.LogEvent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Graph lines of a log as the results that the cost model takes. */
public final class LoggedGraphs {
  private LoggedGraphs() {}

  /**
   * The results of one rank, from its lines in the order of the log: the ring, then the tree, then
   * the chain of CollNet with the tree's number, CollNet direct, NVLS.
   *
   * @return empty when the ring is missing
   */
  public static Optional<GraphSet> of(List<LogEvent.Graph> lines) {
    @Nullable SearchGraph ring = null;
    @Nullable SearchGraph tree = null;
    SearchGraph chain = SearchGraph.none(Pattern.TREE);
    SearchGraph direct = SearchGraph.none(Pattern.COLLNET_DIRECT);
    SearchGraph nvls = SearchGraph.none(Pattern.NVLS);
    for (LogEvent.Graph line : lines) {
      @Nullable SearchGraph graph = graph(line);
      if (graph == null) {
        continue;
      }
      switch (graph.pattern()) {
        case RING -> ring = graph;
        case BALANCED_TREE, SPLIT_TREE, TREE -> {
          chain = tree == null ? chain : graph;
          tree = tree == null ? graph : tree;
        }
        case NVLS -> nvls = graph;
        case COLLNET_DIRECT -> direct = graph;
      }
    }
    if (ring == null) {
      return Optional.empty();
    }
    SearchGraph found = tree == null ? SearchGraph.none(Pattern.BALANCED_TREE) : tree;
    return Optional.of(new GraphSet(ring, found, direct, chain, nvls));
  }

  /** One line; null when its pattern is none that is known. */
  public static @Nullable SearchGraph graph(LogEvent.Graph line) {
    return Pattern.of(line.pattern())
        .map(pattern ->
            new SearchGraph(
                pattern,
                line.channels(),
                line.intraGigabytesPerSecond(),
                line.interGigabytesPerSecond(),
                PathType.of(line.intraType()).orElse(PathType.DIS),
                PathType.of(line.interType()).orElse(PathType.DIS),
                0,
                line.sameChannels()))
        .orElse(null);
  }
}
