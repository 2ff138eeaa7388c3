package io.busbar.design;

import io.busbar.base.problem.InputException;
import io.busbar.design.answer.DesignAnswer;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Questions for tests, in the words of the command line. */
final class Asked {
  private Asked() {}

  /** Options and values in turn, without their dashes. */
  static DesignAnswer answer(String... options) {
    return designed(options).answer();
  }

  static Designed designed(String... options) {
    Map<String, String> o = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      o.put(options[i], options[i + 1]);
    }
    return Designer.design(
        new DesignQuestion(
            o.get("gpus"),
            o.get("budget"),
            o.get("node"),
            path(o.get("plan")),
            o.get("network"),
            o.get("switch"),
            o.get("spine-switch"),
            o.get("topology"),
            o.get("oversubscription"),
            o.get("spine-oversubscription"),
            o.get("planes"),
            o.get("uplink"),
            o.get("nodes-per-leaf"),
            o.get("nodes-per-pod"),
            o.get("spares"),
            o.get("growth"),
            path(o.get("prices")),
            list(o.get("compare")),
            list(o.get("claim")),
            Long.parseLong(o.getOrDefault("seed", "1")),
            o.getOrDefault("draws", "500")),
        Asked::time);
  }

  private static NcclTime time(Cluster cluster) {
    return NcclTime.of(cluster, NcclSetup.of(NcclVersion.newest(), cluster.node().gpu()));
  }

  private static @Nullable Path path(@Nullable String text) {
    return text == null ? null : Path.of(text);
  }

  private static List<String> list(@Nullable String text) {
    return text == null ? List.of() : List.of(text.split(","));
  }

  static List<String> problems(String... options) {
    try {
      answer(options);
      return List.of();
    } catch (InputException e) {
      return e.problems().stream().map(Object::toString).toList();
    }
  }
}
