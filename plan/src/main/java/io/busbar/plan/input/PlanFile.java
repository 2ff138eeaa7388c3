package io.busbar.plan.input;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.shape.CommentedYaml;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.TrainingBinder;
import io.busbar.model.training.TrainingRequest;
import io.busbar.model.workload.ModelReading;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.PublishedBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a plan is asked about, read and checked. Immutable.
 *
 * @param name what the plan is called
 * @param model what is trained
 * @param cluster where
 * @param training how; its layout may be open
 * @param pricePerGpuHour null when not given
 * @param communicationBudget share of the step that gradient communication may take
 * @param storage storage behind the cluster
 * @param hoursPerYear hours per year that the cluster trains
 * @param findings what the user should know of the input, assumptions included
 */
public record PlanFile(
    String name,
    ModelSpec model,
    Cluster cluster,
    TrainingRequest training,
    @Nullable Money pricePerGpuHour,
    Share communicationBudget,
    Storage storage,
    double hoursPerYear,
    List<Finding> findings) {

  private static final Position COMMAND_LINE = Position.of("command line");

  public PlanFile {
    findings = List.copyOf(findings);
  }

  /**
   * Reads a plan from a file, from options, or from a file with options above it.
   *
   * @param file null when everything comes from options
   * @param options dotted paths of keys and what stands there, placed at the option's name; see
   *     {@link PlanOption}
   * @throws InputException with every problem found
   */
  public static PlanFile load(@Nullable Path file, Map<String, Tree.Scalar> options) {
    Tree tree = file == null ? new Tree.Mapping(COMMAND_LINE, Map.of()) : TreeReader.read(file);
    return of(tree, options, List.of(), new Problems());
  }

  /**
   * The plan of a document with options above it.
   *
   * @param known what the user should know of where the document came from; told first
   * @param problems what is wrong with it so far
   * @throws InputException with every problem found
   */
  public static PlanFile of(
      Tree tree, Map<String, Tree.Scalar> options, List<Finding> known, Problems problems) {
    PlanFile plan = read(overlay(tree, options), problems);
    problems.throwIfAny();
    if (plan == null) {
      throw new IllegalStateException("a plan without a problem was not made: " + tree.at());
    }
    return known.isEmpty() ? plan : plan.told(known);
  }

  private PlanFile told(List<Finding> first) {
    List<Finding> all = new ArrayList<>(first);
    all.addAll(findings);
    return new PlanFile(
        name,
        model,
        cluster,
        training,
        pricePerGpuHour,
        communicationBudget,
        storage,
        hoursPerYear,
        all);
  }

  /** The document with options set above what it says; one that is no mapping stays as it is. */
  static Tree overlay(Tree tree, Map<String, Tree.Scalar> options) {
    if (!(tree instanceof Tree.Mapping mapping)) {
      return tree;
    }
    Tree.Mapping merged = mapping;
    for (Map.Entry<String, Tree.Scalar> option : options.entrySet()) {
      merged = merged.withPath(option.getKey(), option.getValue());
    }
    return merged;
  }

  /** The plan of a document, or null after problems were added. */
  public static @Nullable PlanFile read(Tree tree, Problems problems) {
    Fields top = PlanShape.SHAPE.read(tree, problems);
    if (!(tree instanceof Tree.Mapping root)) {
      return null;
    }
    ModelReading reading = top.find(PlanShape.MODEL);
    ModelSpec model = reading == null ? null : reading.model();
    Cluster cluster = top.find(PlanShape.CLUSTER);
    Gpu gpu = cluster == null ? null : cluster.node().gpu();
    long gpus = cluster == null ? 0 : cluster.gpus();
    List<Finding> findings = new ArrayList<>();
    PublishedBatch usual = reading == null ? null : reading.batch();
    TrainingRequest training =
        TrainingBinder.bind(root, top, model, usual, gpu, gpus, problems, findings);
    if (problems.any() || reading == null || model == null || cluster == null || training == null) {
      return null;
    }
    reading.notes().forEach(note -> findings.add(modelNote(note, root.at("model"))));
    String name = top.find(PlanShape.NAME);
    Fields budget = inner(top, PlanShape.BUDGET, PlanShape.BUDGET_SHAPE);
    return new PlanFile(
        name != null ? name : model.name() + " on " + cluster.name(),
        model,
        cluster,
        training,
        top.find(PlanShape.PRICE),
        budget.get(PlanShape.COMMUNICATION_SHARE),
        storage(inner(top, PlanShape.STORAGE, PlanShape.STORAGE_SHAPE)),
        top.get(PlanShape.HOURS),
        findings);
  }

  private static Finding modelNote(String note, Position at) {
    String why = "the model was read as well as its description allows";
    return new Finding("model-note", Severity.INFO, note, why, List.of(at + ": model"), List.of());
  }

  private static Storage storage(Fields f) {
    return new Storage(
        f.find(PlanShape.READ_RATE),
        f.find(PlanShape.WRITE_RATE),
        f.find(PlanShape.CHECKPOINT_INTERVAL),
        f.get(PlanShape.BYTES_PER_TOKEN));
  }

  private static Fields inner(Fields top, Key<Fields> key, Shape shape) {
    Fields fields = top.find(key);
    return fields != null ? fields : shape.absent(top.at(key));
  }

  /** Whether nothing was said of the batch. */
  public boolean batchAssumed() {
    return findings.stream()
        .anyMatch(f -> f.code().equals("assumed") && f.title().contains("global batch"));
  }

  /** The layout that was given, or null when it is left open. */
  public @Nullable Parallelism layout() {
    LayoutRequest layout = training.layout();
    if (layout.isOpen()) {
      return null;
    }
    return layout.parallelism(Math.toIntExact(cluster.gpus() / layout.gpusPerReplica()));
  }

  /** The names of its keys, in order. */
  public static List<String> keys() {
    return PlanShape.SHAPE.keys().stream().map(Key::name).toList();
  }

  /** The JSON Schema of the file, as a tree of maps, lists and scalars. */
  public static Map<String, Object> schema() {
    return PlanShape.SHAPE.document(PlanShape.ID, "Busbar plan file");
  }

  /** A commented file to start from. */
  public static String template() {
    return CommentedYaml.of(PlanShape.SHAPE);
  }
}
