package io.busbar.plan.picture;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Lane;
import io.busbar.base.report.Block.Span;
import io.busbar.model.training.Sharding;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.picture.PipelineClock.Durations;
import io.busbar.plan.step.StepCost;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One step on the time axis: a lane per pipeline stage, and lanes for communication that runs
 * beside the first stage's passes. Passes wait for what they need in a pipeline of equal stages;
 * the result is stretched to the step that the model predicts, whose stages may differ. One use.
 */
public final class StepTimeline {
  private static final int MOST_STAGES = 8;
  private static final int MOST_MICRO_BATCHES = 64;

  /** More passes than this are not computed one by one: a drawn one then stands for several. */
  private static final int MOST_PASSES = 400_000;

  /** Hidden communication of a smaller share of the step is too short to see, and gets no lane. */
  private static final double SMALLEST_ONCE_SHARE = 0.005;

  private static final double SMALLEST_PER_PASS_SHARE = 0.03;
  private static final double ROUNDING = 1e-9;

  private final Situation situation;
  private final boolean everything;
  private final StepPhases phases;
  private final Pipeline pipeline;
  private final int perDrawn;
  private final List<List<Pass.Timed>> passes;
  private final double stretch;

  private StepTimeline(Situation situation, boolean everything) {
    this.situation = situation;
    this.everything = everything;
    this.phases = StepPhases.of(situation);
    var p = situation.training().parallelism();
    long microBatches = situation.cost().microBatches();
    long most = Math.max(1, MOST_PASSES / ((long) p.pp() * p.virtualStages()));
    this.perDrawn = (int) Math.ceilDiv(microBatches, most);
    this.pipeline = Pipeline.of(p, (int) Math.ceilDiv(microBatches, (long) perDrawn));
    this.passes = PipelineClock.run(pipeline, durations());
    double end =
        passes.stream().mapToDouble(lane -> lane.getLast().end()).max().orElse(phases.pipeline());
    this.stretch = phases.pipeline() / end;
  }

  /** The step for people: a few stages and micro-batches stand for many. */
  public static Block.Timeline of(Situation situation) {
    return new StepTimeline(situation, false).timeline();
  }

  /** Every stage and micro-batch, for a trace viewer. */
  public static Block.Timeline complete(Situation situation) {
    return new StepTimeline(situation, true).timeline();
  }

  private Durations durations() {
    double part = (double) perDrawn / pipeline.passesPerMicroBatch();
    double weight = pipeline.splitsBackward() ? phases.weight() : 0;
    return new Durations(
        phases.forward() * part, (phases.backward() - weight) * part, weight * part);
  }

  private Block.Timeline timeline() {
    List<Lane> lanes = new ArrayList<>();
    for (int stage : stages()) {
      String label = pipeline.stages() == 1 ? "every GPU" : "stage " + (stage + 1);
      lanes.add(new Lane(label, stage(stage)));
    }
    boolean isCut = lanes.stream().anyMatch(StepTimeline::isCut);
    lanes.addAll(hidden());
    return new Block.Timeline(title(isCut), lanes);
  }

  private static boolean isCut(Lane lane) {
    return lane.spans().stream().anyMatch(span -> span.kind().equals(LaneSpans.LEFT_OUT));
  }

  private List<Integer> stages() {
    int count = pipeline.stages();
    return everything || count <= MOST_STAGES
        ? IntStream.range(0, count).boxed().toList()
        : List.of(0, 1, count / 2, count - 2, count - 1);
  }

  private String title(boolean isCut) {
    List<String> notes = new ArrayList<>();
    long microBatches = situation.cost().microBatches();
    notes.add(microBatches + (microBatches == 1 ? " micro-batch" : " micro-batches"));
    if (perDrawn > 1) {
      notes.add("drawn " + perDrawn + " at a time");
    }
    List<Integer> shown = stages();
    if (shown.size() < pipeline.stages()) {
      String numbers =
          shown.stream().map(stage -> "" + (stage + 1)).collect(Collectors.joining(", "));
      notes.add("stages " + numbers + " of " + pipeline.stages());
    }
    if (isCut) {
      notes.add("the middle left out");
    }
    if (pipeline.splitsBackward()) {
      notes.add("order of passes approximated");
    }
    String what = pipeline.stages() == 1 ? "" : " of " + pipeline.name();
    return "One step" + what + " (" + String.join("; ", notes) + ")";
  }

  private List<Span> stage(int stage) {
    List<Span> spans = new ArrayList<>();
    if (phases.gather() > 0) {
      spans.add(communication(0, phases.gather(), "all-gather"));
    }
    spans.addAll(cut(passSpans(stage)));
    double ready = spans.getLast().endSeconds();
    if (phases.reduce() > 0) {
      spans.add(communication(ready, ready + phases.reduce(), reduction()));
    }
    double end = situation.cost().step();
    spans.add(new Span(end - phases.optimizer(), end, "optimizer", "optimizer"));
    return LaneSpans.withBubbles(spans, end);
  }

  private String reduction() {
    boolean whole = situation.training().parallelism().sharding() == Sharding.NONE;
    return whole ? "all-reduce" : "reduce-scatter";
  }

  private List<Span> cut(List<Span> spans) {
    int kinds = pipeline.splitsBackward() ? 3 : 2;
    int most = MOST_MICRO_BATCHES * kinds * pipeline.passesPerMicroBatch();
    return everything ? spans : LaneSpans.cut(spans, most);
  }

  private List<Span> passSpans(int stage) {
    List<Span> spans = new ArrayList<>();
    for (Pass.Timed timed : passes.get(stage)) {
      boolean forward = timed.pass().kind() == Pass.Kind.FORWARD;
      spans.add(
          new Span(
              phases.gather() + timed.start() * stretch,
              phases.gather() + timed.end() * stretch,
              timed.pass().label(pipeline.chunks() > 1),
              forward ? "forward" : "backward"));
    }
    return spans;
  }

  private List<Lane> hidden() {
    StepCost cost = situation.cost();
    double smallest = smallest(SMALLEST_ONCE_SHARE);
    List<Span> passes = passSpans(0);
    double first = passes.getFirst().startSeconds();
    double last = passes.getLast().endSeconds();
    List<Lane> lanes = new ArrayList<>();
    if (phases.hiddenGather() > smallest) {
      double end = Math.min(first + phases.hiddenGather(), last);
      lanes.add(lane("all-gather", List.of(communication(first, end, "all-gather"))));
    }
    double waiting = StepPhases.waiting(cost);
    beside("TP", waiting * hidden(cost.tensor()), passes, lanes);
    beside("CP", waiting * hidden(cost.context()), passes, lanes);
    beside("all-to-all", waiting * hidden(cost.expert()), passes, lanes);
    beside("sends", waiting * hidden(cost.pipeline()), passes, lanes);
    beside("sharding", phases.hiddenPerPass(), passes, lanes);
    if (phases.hiddenReduce() > smallest) {
      double start = Math.max(first, last - phases.hiddenReduce());
      lanes.add(lane("reduction", List.of(communication(start, last, reduction()))));
    }
    return lanes;
  }

  private double smallest(double share) {
    return (everything ? ROUNDING : share) * situation.cost().step();
  }

  private static double hidden(StepCost.Traffic traffic) {
    return traffic.total() - traffic.exposed();
  }

  private Lane lane(String what, List<Span> spans) {
    String label = pipeline.stages() == 1 ? "hidden " : "stage 1 hides ";
    return new Lane(label + what, spans);
  }

  private static Span communication(double start, double end, String label) {
    return new Span(start, end, label, "communication");
  }

  /** A lane of communication that each pass hides a part of, in proportion to its length. */
  private void beside(String what, double hidden, List<Span> passes, List<Lane> lanes) {
    if (hidden <= smallest(SMALLEST_PER_PASS_SHARE)) {
      return;
    }
    double busy = passes.stream().mapToDouble(LaneSpans::seconds).sum();
    double share = Math.min(1, hidden / busy);
    List<Span> spans = new ArrayList<>();
    for (Span pass : passes) {
      double end = pass.startSeconds() + share * LaneSpans.seconds(pass);
      spans.add(communication(pass.startSeconds(), end, pass.label()));
    }
    lanes.add(lane(what, cut(spans)));
  }
}
