package io.busbar.app.imported;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.calculon.ApplicationFile;
import io.busbar.formats.calculon.ExecutionFile;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.plan.input.PlanFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans of Calculon's executions: {@code --model} may name an application of Calculon, {@code
 * --cluster} a system of Calculon, or a node without a count, which the execution's processors
 * fill. Stateless.
 */
final class CalculonPlans {
  private static final String MODEL = "model";
  private static final String CLUSTER = "cluster";

  private CalculonPlans() {}

  /**
   * The plan of an execution.
   *
   * @throws InputException with every problem found
   */
  static PlanFile plan(String source, Tree.Mapping root, Map<String, Tree.Scalar> options) {
    Problems problems = new Problems();
    ExecutionFile execution = ExecutionFile.read(root, problems);
    problems.throwIfAny();
    Position at = Position.of(source);
    Map<String, Tree.Scalar> rest = new LinkedHashMap<>(options);
    Tree.Mapping plan = keys(execution, at);
    List<String> notes = new ArrayList<>();
    notes.add("tensor_par_net, pipeline_par_net, data_par_net: the placement decides");
    notes.add("fused_activation and seq_par_ag_redo have no term in the model");
    if (execution.offload().weights()) {
      notes.add("weight_offload is not planned: weights stay on the GPU");
    }
    Tree.Scalar model = rest.get(MODEL);
    ApplicationFile application = model == null ? null : application(model, problems);
    if (application != null) {
      rest.remove(MODEL);
      boolean one = execution.batch().attention().equals("multiquery");
      plan = plan.with(MODEL, model(application, one, at));
      if (!rest.containsKey("batch.sequence")) {
        plan = plan.withPath("batch.sequence", scalar(at, "" + application.sequence()));
      }
      notes.add("a vocabulary of 51,200, which Calculon counts for every model");
    }
    Tree.Scalar cluster = rest.get(CLUSTER);
    Tree.Mapping machine =
        cluster == null
            ? null
            : CalculonSystems.cluster(cluster, execution.layout().processors(), notes, problems);
    if (machine != null) {
      rest.remove(CLUSTER);
      plan = plan.with(CLUSTER, machine);
    } else if (cluster != null && !cluster.text().matches(".*[:/].*|.*\\.ya?ml|.*\\.json")) {
      rest.put(CLUSTER, counted(cluster, execution.layout().processors(), problems));
    }
    problems.throwIfAny();
    Finding read =
        new Finding(
            "read-from-calculon",
            Severity.INFO,
            "read from an execution of Calculon",
            "its layout, batch, precision, recomputation, overlap and offload are the plan's",
            notes,
            List.of());
    return PlanFile.of(plan, rest, List.of(read), problems);
  }

  private static Tree.Scalar scalar(Position at, String text) {
    return new Tree.Scalar(at, text, false);
  }

  private static Tree.Mapping keys(ExecutionFile e, Position at) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("parallelism.tp", "" + e.layout().tensor());
    keys.put("parallelism.pp", "" + e.layout().pipeline());
    keys.put("parallelism.dp", "" + e.layout().data());
    keys.put("parallelism.sequence_parallel", "" + sequenceParallel(e));
    boolean interleaved = e.layout().interleaving() > 1;
    keys.put("parallelism.schedule", interleaved ? "interleaved" : "1f1b");
    if (interleaved) {
      keys.put("parallelism.virtual_stages", "" + e.layout().interleaving());
    }
    keys.put("parallelism.sharding", e.layout().optimizerSharding() ? "optimizer" : "none");
    keys.put("batch.global_batch", "" + e.batch().sequences());
    keys.put("batch.micro_batch", "" + e.batch().micro());
    keys.put("precision.compute", precision(e.batch().type()));
    keys.put("recompute", recompute(e.batch().recompute()));
    keys.put("overlap.gradients", "" + e.overlap().data());
    keys.put("overlap.tensor", "" + !e.overlap().tensor().equals("none"));
    boolean both = e.offload().activations() && e.offload().optimizer();
    keys.put(
        "offload",
        both
            ? "all"
            : e.offload().activations()
                ? "activations"
                : e.offload().optimizer() ? "optimizer" : "none");
    Tree.Mapping plan = new Tree.Mapping(at, Map.of());
    for (Map.Entry<String, String> key : keys.entrySet()) {
      plan = plan.withPath(key.getKey(), scalar(at, key.getValue()));
    }
    return plan;
  }

  private static boolean sequenceParallel(ExecutionFile e) {
    return e.layout().tensor() > 1 && e.layout().communication().equals("rs_ag");
  }

  private static String precision(String type) {
    return switch (type) {
      case "bfloat16" -> "bf16";
      case "float8" -> "fp8";
      case "float32" -> "fp32";
      default -> "fp16";
    };
  }

  private static String recompute(String kind) {
    return kind.equals("attn_only") ? "selective" : kind;
  }

  /** The application that an option names; null when it names anything else. */
  private static @Nullable ApplicationFile application(Tree.Scalar model, Problems problems) {
    try {
      Path file = Path.of(model.text());
      if (!model.text().endsWith(".json") || !Files.isRegularFile(file)) {
        return null;
      }
      Tree tree = TreeReader.read(file);
      return tree instanceof Tree.Mapping root && ApplicationFile.matches(tree)
          ? ApplicationFile.read(root, problems)
          : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** In Megatron's words: learned positions, biases, a tied output. */
  private static Tree.Mapping model(ApplicationFile a, boolean oneKey, Position at) {
    Tree.Mapping model = new Tree.Mapping(at, Map.of());
    Map<String, Integer> keys = new LinkedHashMap<>();
    keys.put("hidden_size", a.hidden());
    keys.put("num_layers", a.blocks());
    keys.put("num_attention_heads", a.heads());
    keys.put("kv_channels", a.headSize());
    keys.put("ffn_hidden_size", a.feedForward());
    keys.put("max_position_embeddings", a.sequence());
    keys.put("vocab_size", ApplicationFile.VOCABULARY);
    if (oneKey) {
      keys.put("num_query_groups", 1);
    }
    for (Map.Entry<String, Integer> key : keys.entrySet()) {
      model = model.with(key.getKey(), scalar(at, "" + key.getValue()));
    }
    return model.with("model_type", scalar(at, "megatron"));
  }

  /** The node with as many of it as the processors fill. */
  private static Tree.Scalar counted(Tree.Scalar node, int processors, Problems problems) {
    Cluster one = Clusters.parse(node.text() + ":1", node.at(), problems);
    int gpus = one == null ? 1 : one.node().gpus();
    return scalar(node.at(), node.text() + ":" + Math.ceilDiv(processors, gpus));
  }
}
