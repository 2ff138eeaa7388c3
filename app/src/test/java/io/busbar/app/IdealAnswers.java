package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the fidelities say to one question, without losses of software and hardware.
 *
 * @param line the question, as {@code busbar simulate} takes it
 * @param seconds by fidelity
 * @param bound nothing is faster
 * @param overload the most that a link carried, over what it can
 * @param delivered payload that arrived, of each engine that plays; engines lose and add nothing
 * @param reason why they differ by more than they should; empty when they do not
 */
record IdealAnswers(
    String line,
    Map<String, Double> seconds,
    double bound,
    double overload,
    Set<Long> delivered,
    String reason) {
  private static final String FILL = "the formula fills the tree level by level, pieces overlap";
  private static final String FLOOD = "all ranks of a node turn to the same receiver first";
  private static final String PHASES = "one lane does the four phases of CollNet in turn";
  private static final String TURNS = "packets carry 1 % of headers; the two phases overlap little";
  private static final String STORE = "a piece is whole at the switch before its sum goes on";
  private static final String SLOTS = "each loop of slots waits for its partners";

  /** Lines, then {@code |} and the reason where there is one. */
  private static final String[] QUESTIONS = {
    "all_reduce --cluster dgx-h100:1 --size 64MiB --algo ring --fidelity"
        + " closed,message,flow,packet",
    "all_reduce --cluster dgx-h100:1 --size 64MiB --algo nvls --fidelity"
        + " closed,message,flow,packet",
    "all_reduce --cluster dgx-h100:1 --size 64MiB --algo direct"
        + " --fidelity closed,message,flow,packet|"
        + TURNS,
    "all_reduce --cluster dgx-h100:1 --size 64MiB --algo tree --fidelity closed,message,flow|"
        + FILL,
    "all_reduce --cluster dgx-h100:1 --size 1GiB --algo ring --fidelity closed,message,flow",
    "all_reduce --cluster dgx-h100:1 --size 1GiB --algo nvls --fidelity closed,message,flow",
    "all_reduce --cluster dgx-h100:1 --size 64B --algo ring --fidelity closed,message,flow,packet",
    "all_reduce --cluster dgx-h100:1 --size 64B --algo nvls --fidelity closed,message,flow,packet",
    "all_reduce --cluster dgx-h100:1 --size 8MiB --algo ring --fidelity closed,message,flow,packet",
    "all_gather --cluster dgx-h100:1 --size 64MiB --algo ring --fidelity"
        + " closed,message,flow,packet",
    "all_gather --cluster dgx-h100:1 --size 64MiB --algo nvls --fidelity"
        + " closed,message,flow,packet",
    "reduce_scatter --cluster dgx-h100:1 --size 64MiB --algo ring --fidelity closed,message,flow",
    "reduce_scatter --cluster dgx-h100:1 --size 64MiB --algo nvls --fidelity closed,message,flow",
    "alltoall --cluster dgx-h100:1 --size 64MiB --algo pairwise"
        + " --fidelity closed,message,flow|"
        + SLOTS,
    "broadcast --cluster dgx-h100:1 --size 64MiB --algo ring --fidelity closed,message,flow",
    "all_reduce --cluster gb200-nvl72:1 --size 64MiB --algo nvls"
        + " --fidelity closed,message,flow|"
        + STORE,
    "all_reduce --cluster gb200-nvl72:1 --size 1GiB --algo nvls --fidelity closed,message,flow",
    "all_reduce --cluster dgx-a100:1 --size 64MiB --algo ring --fidelity closed,message,flow",
    "all_reduce --cluster mi300x-platform:1 --size 64MiB --algo ring --fidelity"
        + " closed,message,flow",
    "all_reduce --cluster mi300x-platform:1 --size 64MiB --algo direct --fidelity"
        + " closed,message,flow",
    "all_reduce --cluster mi300x-platform:2 --size 64MiB --algo ring --fidelity"
        + " closed,message,flow",
    "all_reduce --cluster dgx-h100:2 --size 64MiB --algo ring --fidelity"
        + " closed,message,flow,packet",
    "all_reduce --cluster dgx-h100:2 --size 64MiB --algo tree --fidelity closed,message,flow|"
        + FILL,
    "all_reduce --cluster dgx-h100:4 --size 64MiB --algo ring --fidelity closed,message,flow",
    "all_reduce --cluster dgx-h100:8 --size 64MiB --algo ring --fidelity closed,message,flow",
    "all_reduce --cluster dgx-h100:8 --size 1GiB --algo ring --fidelity closed,message,flow",
    "all_reduce --cluster dgx-h100:8 --size 1GiB --algo tree --fidelity closed,message,flow",
    "all_reduce --cluster dgx-h100:8 --size 64MiB --algo nvls-tree --fidelity closed,message,flow",
    "all_reduce --cluster dgx-h100:8 --size 1GiB --algo nvls-tree --fidelity closed,message,flow",
    "all_reduce --cluster dgx-h100:8 --size 64MiB --algo collnet-direct"
        + " --fidelity closed,message,flow|"
        + PHASES,
    "all_gather --cluster dgx-h100:8 --size 64MiB --algo ring --fidelity closed,message,flow",
    "reduce_scatter --cluster dgx-h100:8 --size 64MiB --algo ring --fidelity closed,message,flow",
    "alltoall --cluster dgx-h100:2 --size 64MiB --algo direct --fidelity closed,message,flow|"
        + FLOOD,
    "all_reduce --fabric star:16 --size 64MiB --algo ring --fidelity closed,message,flow,packet",
    "all_reduce --fabric star:16 --size 64MiB --algo tree --fidelity closed,message,flow,packet|"
        + FILL,
    "all_reduce --fabric star:16 --size 64MiB --algo direct --fidelity closed,message,flow",
    "all_reduce --fabric star:16 --size 64MiB --algo halving-doubling"
        + " --fidelity closed,message,flow",
    "broadcast --fabric star:16 --size 64MiB --algo binomial --slot 64MiB"
        + " --fidelity closed,message,flow,packet",
    "broadcast --fabric star:16 --size 64MiB --algo ring --fidelity closed,message,flow",
    "all_reduce --fabric star:64 --size 256MB --algo tree --fidelity closed,message,flow",
    "all_reduce --fabric leaf-spine:4x8x8 --size 64MiB --algo ring --fidelity closed,message,flow",
    "all_reduce --fabric leaf-spine:4x8x2 --size 64MiB --algo ring --fidelity closed,message,flow",
    "all_gather --fabric leaf-spine:4x8x2 --size 64MiB --algo ring --fidelity closed,message,flow",
    "all_reduce --fabric dragonfly+:4x2x4x4x4 --size 256MiB --algo ring"
        + " --fidelity closed,message,flow"
        + " | the formula takes the longest path for every step; most neighbours share a leaf",
    "all_reduce --fabric torus:4x4 --size 64MiB --algo by-dimension --slot 16MiB"
        + " --fidelity closed,flow,packet",
    "all_reduce --fabric torus:4x4x4 --size 64MiB --algo by-dimension --slot 16MiB"
        + " --fidelity closed,flow",
    "all_gather --fabric mesh:4x4 --size 64MiB --algo by-dimension --slot 16MiB"
        + " --fidelity closed,flow",
    "reduce_scatter --fabric hyperx:4x4 --size 64MiB --algo by-dimension --slot 16MiB"
        + " --fidelity closed,flow",
    "alltoall --fabric torus:8x8 --size 64MiB --algo direct --slot 16MiB --fidelity closed,flow",
    "all_reduce --fabric leaf-spine:4x4x1 --size 16MiB --algo ring --fidelity"
        + " closed,message,flow,packet",
    "alltoall --fabric leaf-spine:4x4x1 --size 1MiB --algo direct --fidelity flow,packet",
    "permutation --fabric leaf-spine:4x4x1 --size 4MiB --fidelity flow,packet",
    "all_reduce --fabric star:16 --size 64MiB --algo ring --fault slow-host:endpoint3:0.5"
        + " --fidelity message,flow,packet",
    "all_reduce --fabric star:16 --size 64MiB --algo ring --fault slow-link:endpoint3-leaf0:0.5"
        + " --fidelity message,flow,packet",
    "all_reduce --fabric star:16 --size 64MiB --algo ring --fault late-rank:endpoint3:1ms"
        + " --fidelity message,flow,packet",
    "all_reduce --fabric star:16 --size 64MiB --algo ring --fault slow-rank:endpoint3:100us"
        + " --fidelity message,flow,packet",
    "all_gather --fabric leaf-spine:4x4x4 --size 16MiB --algo ring"
        + " --fault slow-link:leaf0-spine0:0.5 --fidelity flow,packet",
  };

  static List<IdealAnswers> all() {
    return Arrays.stream(QUESTIONS).map(IdealAnswers::of).toList();
  }

  private static IdealAnswers of(String text) {
    String[] parts = text.split("\\|", 2);
    List<String> words = new ArrayList<>(List.of("simulate"));
    words.addAll(List.of(parts[0].split(" ")));
    words.addAll(List.of("--congestion", "none", "--routing", "spray", "--format", "json"));
    if (parts[0].contains("packet")) {
      words.addAll(List.of("--mtu", "9000"));
    }
    TestTerminal terminal = new TestTerminal();
    assertThat(terminal.run(words.toArray(String[]::new))).as(terminal.err()).isZero();
    JsonNode first = JsonMapper.shared().readTree(terminal.out());
    List<JsonNode> runs = new ArrayList<>(List.of(first));
    first.get("others").forEach(runs::add);
    Map<String, Double> seconds = new LinkedHashMap<>();
    double overload = 0;
    Set<Long> delivered = new LinkedHashSet<>();
    for (JsonNode run : runs) {
      seconds.put(run.get("fidelity").asString(), run.get("completion_s").asDouble());
      if (run.get("delivered_bytes").isNumber()) {
        delivered.add(run.get("delivered_bytes").asLong());
      }
      for (JsonNode tier : run.get("tiers")) {
        overload = Math.max(overload, tier.get("max_utilisation").asDouble());
      }
    }
    String reason = parts.length > 1 ? parts[1] : "";
    return new IdealAnswers(
        parts[0], seconds, first.get("bound_s").asDouble(), overload, delivered, reason);
  }

  double lowest() {
    return seconds.values().stream().mapToDouble(s -> s).min().orElse(0);
  }

  /** How far the highest is above the lowest. */
  double spread() {
    return seconds.values().stream().mapToDouble(s -> s).max().orElse(0) / lowest() - 1;
  }
}
