package io.busbar.plan.space;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small search files of all kinds of models, stacks and limits. */
final class RandomSpaces {
  private static final List<String> MODELS =
      List.of("llama3-8b", "llama3-70b", "mixtral-8x7b", "deepseek-v3", "gpt3-175b");
  private static final List<String> CLUSTERS =
      List.of("dgx-h100:4", "dgx-a100:8", "dgx-h100:16", "dgx-b200:8", "dgx-h100:24");

  private RandomSpaces() {}

  static String next(Random random) {
    List<String> lines = new ArrayList<>();
    lines.add("model: " + some(random, MODELS, 1));
    lines.add("cluster: " + some(random, CLUSTERS, 2));
    lines.add(
        "parallelism: {tp: "
            + some(random, List.of("1", "2", "4", "8"), 2)
            + ", pp: "
            + some(random, List.of("1", "2", "4", "8", "16"), 2)
            + (random.nextBoolean() ? ", sharding: [optimizer, parameters]" : "")
            + (random.nextBoolean() ? ", sequence_parallel: [true, false]" : "")
            + "}");
    if (random.nextInt(3) == 0) {
      lines.add(
          "software: {stack: " + some(random, List.of("fsdp", "xla", "megatron-core"), 2) + "}");
    }
    lines.add(
        "batch: {sequence: 4096, global_batch: "
            + some(random, List.of("32", "64", "96", "128", "256", "512", "1024"), 4)
            + "}");
    lines.add(
        "recompute: " + some(random, List.of("auto", "none", "selective", "modules", "full"), 2));
    lines.add(
        "search: {tokens: 1T, resolution: "
            + List.of("0%", "1%", "5%").get(random.nextInt(3))
            + (random.nextBoolean() ? ", deadline: 60d" : "")
            + (random.nextBoolean() ? ", min_headroom: 10%" : "")
            + "}");
    return String.join("\n", lines) + "\n";
  }

  private static String some(Random random, List<String> from, int most) {
    List<String> left = new ArrayList<>(from);
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      chosen.add(left.remove(random.nextInt(left.size())));
    }
    return "[" + String.join(", ", chosen) + "]";
  }
}
