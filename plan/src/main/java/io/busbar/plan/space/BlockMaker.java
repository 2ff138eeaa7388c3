package io.busbar.plan.space;

import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Choice;
import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.ModelLimits;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.TrainingRequest;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.economy.OutsideCompute;
import io.busbar.plan.goodput.Goodput;
import io.busbar.plan.goodput.Job;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import io.busbar.plan.input.Storage;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.search.OpenDegrees;
import io.busbar.plan.search.Pipelines;
import io.busbar.plan.search.Pipelines.Pipeline;
import io.busbar.plan.step.StepModel;
import io.busbar.plan.step.TimeModels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the blocks of a search file: one for each frame. One file, one use; not thread-safe. */
final class BlockMaker {
  /** What varies inside a block when it is a list; all else makes blocks of its own. */
  static final List<String> INSIDE =
      List.of(
          "parallelism.tp",
          "parallelism.sequence_parallel",
          "parallelism.pp",
          "parallelism.schedule",
          "parallelism.virtual_stages",
          "parallelism.cp",
          "parallelism.ep",
          "batch.micro_batch",
          "overlap.experts",
          "recompute",
          "batch.global_batch");

  private static final Type<Recompute> MODE = Type.oneOf(Recompute.class);

  private final Map<String, List<Object>> inside = new HashMap<>();
  private final List<RecomputeChoice> recompute = new ArrayList<>();
  private final TimeModels times;
  private final Pricelist prices;
  private final boolean failures;
  private final Map<Cluster, ClusterTerms> terms = new HashMap<>();
  private final Map<Where, Models> made = new HashMap<>();

  private final List<ModelSpec> models = new ArrayList<>();

  private record Where(ModelSpec model, Cluster cluster) {}

  /** What is priced with for one model on one cluster. */
  private record Models(ModelSpec model, Cluster cluster, StepModel steps, MemoryModel memory) {}

  /**
   * @param failures whether time and cost hold what failures take
   */
  BlockMaker(TimeModels times, Pricelist prices, boolean failures) {
    this.times = times;
    this.prices = prices;
    this.failures = failures;
  }

  /** Reads what varies inside blocks; problems are added. */
  void readInside(Tree.Mapping root, Problems problems) {
    Map<String, Type<?>> types = new HashMap<>();
    PlanOption.all().forEach(option -> types.put(option.path(), option.type()));
    for (String path : INSIDE) {
      Tree value = root.find(path);
      if (value == null || (value instanceof Tree.Scalar s && s.isNull())) {
        continue;
      }
      for (Tree item : Lists.of(value)) {
        if (path.equals("recompute")) {
          readRecompute(item, problems);
        } else {
          Type<?> type = types.get(path);
          Object read = type == null ? null : type.read(item, path, problems);
          if (read != null) {
            inside.computeIfAbsent(path, p -> new ArrayList<>()).add(read);
          }
        }
      }
    }
  }

  private void readRecompute(Tree item, Problems problems) {
    if (item instanceof Tree.Scalar s && s.text().equals(RecomputeChoice.LEAST)) {
      recompute.add(new RecomputeChoice(null));
      return;
    }
    Recompute mode = MODE.read(item, "recompute", problems);
    if (mode != null) {
      recompute.add(new RecomputeChoice(mode));
    }
  }

  /** The block of a frame's plan, or null after problems were added. */
  @Nullable Block make(Tree.Mapping plan, String fabric, Problems problems) {
    Tree.Mapping asked = plan;
    List<Object> batches = inside.getOrDefault("batch.global_batch", List.of());
    if (!batches.isEmpty()) {
      String first = batches.getFirst().toString();
      asked = plan.withPath("batch.global_batch", new Tree.Scalar(plan.at("batch"), first, false));
    }
    PlanFile file = PlanFile.read(asked, problems);
    if (file == null) {
      return null;
    }
    Models with = models(file);
    TrainingRequest request = file.training();
    ClusterTerms listed = terms.computeIfAbsent(with.cluster(), prices::of);
    ClusterTerms own =
        file.pricePerGpuHour() == null
            ? listed
            : new ClusterTerms(file.pricePerGpuHour(), listed.wattsPerGpu(), listed.purchase());
    List<Pipelines> pipelines = pipelines(request, with.model());
    Frame frame =
        new Frame(
            Lists.without(plan, "batch.global_tokens"),
            modelNumber(with.model()),
            with.model(),
            with.cluster(),
            fabric,
            request,
            pipelines,
            own,
            failures ? Goodput.of(job(file)).share() : 1);
    return new Block(frame, axes(frame), with.steps(), with.memory());
  }

  /** The job of a plan with usual failures; its storage says how long a checkpoint takes. */
  private static Job job(PlanFile file) {
    Job usual = Job.usual(file.cluster().gpus());
    Storage storage = file.storage();
    Bandwidth write = storage.writeRate();
    TimeSpan interval = storage.checkpointInterval();
    double bytes =
        file.model().parameters().total()
            * (OutsideCompute.CHECKPOINT_WEIGHT_BYTES
                + file.training().numerics().optimizerBytes());
    return usual.withCheckpoint(
        write == null ? usual.checkpoint() : bytes / write.bytesPerSecond(),
        interval == null ? 0 : interval.seconds());
  }

  private int modelNumber(ModelSpec model) {
    int known = models.indexOf(model);
    if (known >= 0) {
      return known;
    }
    models.add(model);
    return models.size() - 1;
  }

  /** Frames of one model on one cluster share what prices them. */
  private Models models(PlanFile file) {
    return made.computeIfAbsent(
        new Where(file.model(), file.cluster()),
        where ->
            new Models(
                where.model(),
                where.cluster(),
                new StepModel(where.model(), where.cluster(), times),
                new MemoryModel(where.model(), where.cluster().node().gpu())));
  }

  /** The request with each schedule and number of chunks that was listed. */
  private List<Pipelines> pipelines(TrainingRequest request, ModelSpec model) {
    ModelLimits limits = ModelLimits.of(model);
    List<Pipelines> all = new ArrayList<>();
    for (Object schedule : orNull("parallelism.schedule")) {
      for (Object chunks : orNull("parallelism.virtual_stages")) {
        LayoutRequest layout =
            with(request.layout(), (PipelineSchedule) schedule, (Integer) chunks);
        all.add(new Pipelines(layout, limits, request.software().stack()));
      }
    }
    return all;
  }

  private static LayoutRequest with(
      LayoutRequest r, @Nullable PipelineSchedule schedule, @Nullable Integer chunks) {
    return new LayoutRequest(
        r.tp(),
        r.sequenceParallel(),
        r.pp(),
        schedule,
        chunks,
        r.cp(),
        r.contextKind(),
        r.ep(),
        r.etp(),
        r.dp(),
        r.sharding(),
        r.shardGroup(),
        r.order());
  }

  private Axes axes(Frame frame) {
    TrainingRequest request = frame.request();
    ModelSpec model = frame.model();
    int gpus = frame.cluster().gpus();
    List<Integer> pp = given("parallelism.pp", OpenDegrees.pp(gpus, model));
    Set<Pipeline> ways = new LinkedHashSet<>();
    for (int stages : pp) {
      frame.pipelines().forEach(some -> ways.addAll(some.of(stages)));
    }
    boolean choosesExperts =
        model.hasExperts() && request.leftOpen().contains(Choice.EXPERT_OVERLAP);
    List<Boolean> experts =
        choosesExperts ? List.of(false, true) : List.of(request.overlap().experts());
    return new Axes(
        given("parallelism.tp", OpenDegrees.tp(gpus)),
        given("parallelism.sequence_parallel", List.of(true)),
        pp,
        List.copyOf(ways),
        given("parallelism.cp", contexts(gpus, request.sequence())),
        given("parallelism.ep", OpenDegrees.ep(model)),
        given("batch.micro_batch", OpenDegrees.microBatches()),
        given("overlap.experts", experts),
        recompute(request),
        given("batch.global_batch", List.of(request.globalBatch())));
  }

  /** Where tensor and pipeline parallelism are given, context parallelism is 1, as in a plan. */
  private List<Integer> contexts(int gpus, int sequence) {
    boolean open = !inside.containsKey("parallelism.tp") || !inside.containsKey("parallelism.pp");
    return open ? OpenDegrees.cp(gpus, sequence) : List.of(1);
  }

  private List<RecomputeChoice> recompute(TrainingRequest request) {
    if (request.recompute() != null) {
      return List.of(new RecomputeChoice(request.recompute()));
    }
    return recompute.isEmpty()
        ? List.of(new RecomputeChoice(null), new RecomputeChoice(Recompute.FULL))
        : recompute;
  }

  private List<Object> orNull(String path) {
    return inside.getOrDefault(path, Collections.singletonList(null));
  }

  @SuppressWarnings("unchecked") // the type of the key made the values
  private <T> List<T> given(String path, List<T> open) {
    List<Object> given = inside.get(path);
    return given == null ? open : (List<T>) given.stream().distinct().toList();
  }
}
