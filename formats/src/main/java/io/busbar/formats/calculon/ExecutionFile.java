package io.busbar.formats.calculon;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.UnknownKey;
import io.busbar.formats.tree.Tree;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a model is trained, as Calculon's execution file says it: JSON with one key for each field of
 * Calculon. Here placement decides which network a group crosses, so numbers of networks are only
 * written.
 */
public record ExecutionFile(
    Layout layout, Batch batch, Overlap overlap, Offload offload, Nets nets) {
  private static final int MOST = 1 << 24;
  private static final Set<String> KEYS =
      Set.of(
          "num_procs",
          "tensor_par",
          "pipeline_par",
          "data_par",
          "tensor_par_net",
          "pipeline_par_net",
          "data_par_net",
          "batch_size",
          "microbatch_size",
          "datatype",
          "fused_activation",
          "attention_type",
          "activation_recompute",
          "pipeline_interleaving",
          "optimizer_sharding",
          "tensor_par_comm_type",
          "tensor_par_overlap",
          "seq_par_ag_redo",
          "data_par_overlap",
          "weight_offload",
          "activations_offload",
          "optimizer_offload",
          "training");

  /**
   * Degrees of parallelism.
   *
   * @param processors all of them; their product
   * @param interleaving chunks of layers of a stage
   * @param optimizerSharding whether replicas share optimizer states
   * @param communication of tensor-parallel ranks: {@code ar}, {@code p2p_rs_ag} or {@code rs_ag}
   */
  public record Layout(
      int processors,
      int tensor,
      int pipeline,
      int data,
      int interleaving,
      boolean optimizerSharding,
      String communication) {}

  /**
   * What a step computes.
   *
   * @param sequences of a step, over all replicas
   * @param type {@code float8}, {@code float16}, {@code float32} or {@code bfloat16}
   * @param attention {@code multihead} or {@code multiquery}
   * @param recompute {@code full}, {@code attn_only} or {@code none}
   */
  public record Batch(int sequences, int micro, String type, String attention, String recompute) {}

  /**
   * What hides behind computation.
   *
   * @param tensor {@code none}, {@code ring} or {@code pipe}
   */
  public record Overlap(String tensor, boolean data) {}

  /** What is kept in the second memory. */
  public record Offload(boolean weights, boolean activations, boolean optimizer) {}

  /** Which of the system's networks each kind of traffic takes. */
  public record Nets(int tensor, int pipeline, int data) {}

  /** The file that reads back as this. */
  public String text() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("num_procs", layout.processors);
    fields.put("tensor_par", layout.tensor);
    fields.put("pipeline_par", layout.pipeline);
    fields.put("data_par", layout.data);
    fields.put("tensor_par_net", nets.tensor);
    fields.put("pipeline_par_net", nets.pipeline);
    fields.put("data_par_net", nets.data);
    fields.put("batch_size", batch.sequences);
    fields.put("microbatch_size", batch.micro);
    fields.put("datatype", batch.type);
    fields.put("fused_activation", true);
    fields.put("attention_type", batch.attention);
    fields.put("activation_recompute", batch.recompute);
    fields.put("pipeline_interleaving", layout.interleaving);
    fields.put("optimizer_sharding", layout.optimizerSharding);
    fields.put("tensor_par_comm_type", layout.communication);
    fields.put("tensor_par_overlap", overlap.tensor);
    fields.put("seq_par_ag_redo", false);
    fields.put("data_par_overlap", overlap.data);
    fields.put("weight_offload", offload.weights);
    fields.put("activations_offload", offload.activations);
    fields.put("optimizer_offload", offload.optimizer);
    fields.put("training", true);
    List<String> lines =
        fields.entrySet().stream()
            .map(e ->
                "  \"%s\": %s"
                    .formatted(
                        e.getKey(),
                        e.getValue() instanceof String ? "\"" + e.getValue() + "\"" : e.getValue()))
            .toList();
    return "{\n" + String.join(",\n", lines) + "\n}\n";
  }

  /** Whether a document is one, as far as its keys say. */
  public static boolean matches(Tree tree) {
    return tree instanceof Tree.Mapping root
        && root.get("tensor_par") != null
        && root.get("num_procs") != null;
  }

  /**
   * @param problems everything that is wrong; then the answer has no meaning
   */
  public static ExecutionFile read(Tree.Mapping root, Problems problems) {
    Reader in = new Reader(root, problems);
    root.entries()
        .forEach((key, entry) -> {
          if (!KEYS.contains(key)) {
            String expected = "a field of Calculon's execution";
            UnknownKey.add(problems, entry.keyAt(), "", key, expected, KEYS);
          }
        });
    Layout layout =
        new Layout(
            in.count("num_procs"),
            in.count("tensor_par"),
            in.count("pipeline_par"),
            in.count("data_par"),
            in.count("pipeline_interleaving"),
            in.flag("optimizer_sharding"),
            in.word("tensor_par_comm_type", "ar", "p2p_rs_ag", "rs_ag"));
    Batch batch =
        new Batch(
            in.count("batch_size"),
            in.count("microbatch_size"),
            in.word("datatype", "float16", "bfloat16", "float8", "float32"),
            in.word("attention_type", "multihead", "multiquery"),
            in.word("activation_recompute", "none", "attn_only", "full"));
    Overlap overlap =
        new Overlap(
            in.word("tensor_par_overlap", "none", "ring", "pipe"), in.flag("data_par_overlap"));
    Offload offload =
        new Offload(
            in.flag("weight_offload"),
            in.flag("activations_offload"),
            in.flag("optimizer_offload"));
    if (!in.flag("training") && !problems.any()) {
      problems.add(root.at("training"), "training", "false", "true: inference is not planned", "");
    }
    long product = (long) layout.tensor * layout.pipeline * layout.data;
    if (!problems.any() && product != layout.processors) {
      String expected = product + ", which is tensor_par · pipeline_par · data_par";
      problems.add(root.at("num_procs"), "num_procs", "" + layout.processors, expected, "");
    }
    Nets nets =
        new Nets(in.net("tensor_par_net"), in.net("pipeline_par_net"), in.net("data_par_net"));
    return new ExecutionFile(layout, batch, overlap, offload, nets);
  }

  /** The fields of a mapping, each of which must be there. */
  private record Reader(Tree.Mapping root, Problems problems) {
    /** A number of a network; 0 where the file has none. */
    int net(String key) {
      String text = root.text(key);
      return text != null && text.matches("\\d") ? Integer.parseInt(text) : 0;
    }

    String text(String key, String expected) {
      String text = root.text(key);
      if (text == null) {
        Tree value = root.get(key);
        problems.add(root.at(key), key, value == null ? "" : value.shown(), expected, "");
      }
      return text == null ? "" : text;
    }

    int count(String key) {
      String text = text(key, "a whole number above 0");
      int count = text.matches("\\d{1,8}") ? Integer.parseInt(text) : 0;
      if (!text.isEmpty() && (count < 1 || count > MOST)) {
        problems.add(root.at(key), key, text, "a whole number above 0", "");
      }
      return Math.max(1, count);
    }

    boolean flag(String key) {
      return word(key, "false", "true").equals("true");
    }

    String word(String key, String... words) {
      List<String> known = Arrays.asList(words);
      String text = text(key, String.join(", ", known));
      if (!text.isEmpty() && !known.contains(text)) {
        String expected = "one of " + String.join(", ", known);
        problems.add(root.at(key), key, text, expected, Nearest.hint(text, known));
      }
      return known.contains(text) ? text : words[0];
    }
  }
}
