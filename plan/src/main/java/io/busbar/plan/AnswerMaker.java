package io.busbar.plan;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.base.quantity.Money;
import io.busbar.base.report.Finding;
import io.busbar.formats.shape.Names;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.CostSummary;
import io.busbar.plan.answer.PlanAnswer.EffectSummary;
import io.busbar.plan.answer.PlanAnswer.GapSummary;
import io.busbar.plan.answer.PlanAnswer.GradientBudget;
import io.busbar.plan.answer.PlanAnswer.LayoutChoice;
import io.busbar.plan.answer.PlanAnswer.OutsideSummary;
import io.busbar.plan.economy.Cost;
import io.busbar.plan.economy.OutsideCompute;
import io.busbar.plan.effect.Change;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.fit.Fit;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.Storage;
import io.busbar.plan.memory.ClosedForms;
import io.busbar.plan.memory.MemoryCost;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.memory.MemoryPart;
import io.busbar.plan.memory.StageMemory;
import io.busbar.plan.scaling.Scaling;
import io.busbar.plan.scaling.StepParts;
import io.busbar.plan.step.ModelFlops;
import io.busbar.plan.step.StepCost;
import io.busbar.plan.textbook.TextbookComparison;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts an answer together from an evaluated plan. One use; not thread-safe. */
final class AnswerMaker {
  private static final Term PARAMETERS = Term.input("parameters", "", "parameters, exact");
  private static final Term TP = Term.input("tp", "", "tensor-parallel ranks");
  private static final Term PP = Term.input("pp", "", "pipeline stages");
  private static final Term DP = Term.input("dp", "", "data-parallel replicas");
  private static final Term WIRE_BYTES =
      Term.input("gradient_reduce_bytes", "B", "bytes of a gradient on the wire");
  private static final Term GRADIENTS =
      Term.of(
          "gradient_bytes_per_gpu",
          "B",
          "gradients of an average stage on one GPU",
          "{parameters} * {gradient_reduce_bytes} / ({tp} * {pp})");
  private static final Term LINE_RATE =
      Term.input(
          "line_rate_bytes_per_s",
          "B/s",
          "rate of a rank's ring among its replicas, one direction, nothing lost");
  private static final Term ALL_REDUCE =
      Term.of(
          "dp_allreduce_line_rate_s",
          "s",
          "ring all-reduce among the replicas, nothing lost",
          "2 * ({dp} - 1) / {dp} * {gradient_bytes_per_gpu} / {line_rate_bytes_per_s}");

  private static final Set<MemoryPart> STATES =
      EnumSet.of(MemoryPart.WEIGHTS, MemoryPart.GRADIENTS, MemoryPart.OPTIMIZER);

  private final PlanFile file;
  private final Situation now;
  private final MemoryCost memory;
  private final List<Change> changes;
  private final List<Fit> fits;
  private final Ledger ledger;
  private final Training training;
  private final Parallelism p;
  private final ModelSpec model;

  AnswerMaker(
      PlanFile file,
      Situation now,
      MemoryCost memory,
      List<Change> changes,
      List<Fit> fits,
      Ledger ledger) {
    this.file = file;
    this.now = now;
    this.memory = memory;
    this.changes = changes;
    this.fits = fits;
    this.ledger = ledger;
    this.training = now.training();
    this.p = training.parallelism();
    this.model = now.model();
  }

  PlanAnswer answer(
      List<LayoutChoice> layouts,
      @Nullable GapSummary gap,
      @Nullable TextbookComparison textbook,
      List<String> assumptions) {
    StepCost cost = now.cost();
    long gpus = p.gpus();
    int sequence = training.batch().sequence();
    double causal = ModelFlops.perToken(model, sequence, true, training.trained());
    double full = ModelFlops.perToken(model, sequence, false, training.trained());
    double peak = gpus * now.cluster().node().gpu().bf16FlopPerSecond();
    double perSecond = now.tokensPerSecond();
    double gradients = gradientBytes();
    return new PlanAnswer(
        file.name(),
        model.name(),
        Summaries.cluster(now.cluster()),
        Summaries.layout(training),
        cost.step(),
        cost.fixed(),
        cost.perMicroBatch(),
        cost.microBatches(),
        training.batch().globalBatch(),
        training.tokens(),
        perSecond,
        perSecond / gpus,
        causal,
        full,
        causal * perSecond / peak,
        full * perSecond / peak,
        model.parameters().total(),
        gradients,
        heaviestGradients(),
        allReduceLineRate(gradients),
        Bubble.overIdeal(p, cost.microBatches()),
        Bubble.share(p, cost.microBatches()),
        stateBytes(),
        StepParts.of(cost),
        Summaries.communication(now),
        Summaries.memory(memory, hostBytes(), now.cluster().node()),
        budget(),
        effects(),
        Scaling.of(now),
        cost(),
        outside(),
        layouts,
        gap,
        textbook,
        Recommendations.of(now, changes),
        Recommendations.elsewhere(now, changes),
        Summaries.fits(fits),
        findings(),
        assumptions);
  }

  /** Average over stages; experts are spread over ep·etp ranks besides. */
  private double parametersPerGpu() {
    double dense = 0;
    double experts = 0;
    for (var layer : model.parameters().layers()) {
      dense += (double) layer.count() * (layer.dense() + layer.norms());
      experts += (double) layer.count() * layer.experts();
    }
    dense +=
        (double) model.parameters().embedding()
            + model.parameters().output()
            + model.parameters().finalNorm();
    return ClosedForms.parametersPerGpu(dense, p.tp(), p.pp())
        + experts / ((double) p.pp() * p.ep() * p.etp());
  }

  private double gradientBytes() {
    ledger.put(PARAMETERS, parametersPerGpu() * p.tp() * p.pp());
    ledger.put(TP, p.tp());
    ledger.put(PP, p.pp());
    double wire = ledger.put(WIRE_BYTES, training.numerics().gradientReduceBytes());
    return ledger.put(GRADIENTS, parametersPerGpu() * wire);
  }

  private double heaviestGradients() {
    double most = 0;
    for (StageMemory stage : memory.stages()) {
      most = Math.max(most, stage.parameters());
    }
    return most * training.numerics().gradientReduceBytes();
  }

  /**
   * With one replica per node, as usual, each drives its share of the NICs; replicas inside a
   * domain share the rings of its scale-up links.
   */
  private double allReduceLineRate(double gradients) {
    Reach reach = new Placement(now.cluster(), p).reach(GroupKind.DP);
    double outside = reach.ringBytesPerSecond() * reach.ranksPerDomain();
    double line =
        reach.leavesDomain()
            ? reach.ranksPerDomain() > 1 ? Math.min(outside, reach.insideBytesPerSecond()) : outside
            : reach.insideBytesPerSecond();
    double rate = ledger.put(LINE_RATE, line);
    double d = ledger.put(DP, p.dp());
    return ledger.put(ALL_REDUCE, 2 * (d - 1) / d * gradients / rate);
  }

  private double hostBytes() {
    return new MemoryModel(model, now.cluster().node().gpu()).hostBytes(training);
  }

  /** Of an average stage, as the memory model holds them. */
  private double stateBytes() {
    double sum = 0;
    for (StageMemory stage : memory.stages()) {
      for (MemoryPart part : STATES) {
        sum += stage.parts().getOrDefault(part, 0.0);
      }
    }
    return sum / memory.stages().size();
  }

  /** Share of the step without anything hidden, and as planned. */
  private GradientBudget budget() {
    Overlap o = training.overlap();
    Situation without =
        now.with(
            training.with(
                new Overlap(false, false, o.tensor(), o.pipeline(), o.experts(), o.bucketBytes())));
    double plain = without.cost().data().exposed() / without.cost().step();
    double planned = now.cost().data().exposed() / now.cost().step();
    double target = file.communicationBudget().fraction();
    return new GradientBudget(plain, planned, target, planned <= target);
  }

  private List<EffectSummary> effects() {
    List<EffectSummary> effects = new ArrayList<>();
    for (Change change : changes) {
      effects.add(
          new EffectSummary(
              change.what(),
              change.after().cost().step(),
              change.after().tokensPerSecond(),
              change.gain(),
              Names.of(change.after().verdict())));
    }
    return effects;
  }

  private @Nullable CostSummary cost() {
    Money price = file.pricePerGpuHour();
    if (price == null) {
      return null;
    }
    Cost cost =
        Cost.of(p.gpus(), price, now.cost().step(), training.tokens(), file.hoursPerYear(), ledger);
    return new CostSummary(
        price.dollars(),
        cost.perStep().dollars(),
        cost.perTrillionTokens().dollars(),
        cost.perYear().dollars(),
        cost.perPointPerYear().dollars());
  }

  private OutsideSummary outside() {
    Storage s = file.storage();
    OutsideCompute.Rates rates =
        new OutsideCompute.Rates(
            s.bytesPerToken().bytes(),
            s.readRate() == null ? null : s.readRate().bytesPerSecond(),
            s.writeRate() == null ? null : s.writeRate().bytesPerSecond(),
            s.checkpointInterval() == null ? null : s.checkpointInterval().seconds());
    OutsideCompute o =
        OutsideCompute.of(
            p.gpus(),
            model.parameters().total(),
            OutsideCompute.CHECKPOINT_WEIGHT_BYTES + training.numerics().optimizerBytes(),
            training.tokens(),
            now.cost().step(),
            rates,
            ledger);
    return new OutsideSummary(
        o.inputBytesPerSecond(),
        o.inputShareOfReadRate(),
        o.checkpointBytes(),
        o.checkpointSeconds(),
        o.checkpointIntervalSeconds(),
        o.meanTimeBetweenFailuresSeconds(),
        o.lossShare());
  }

  private List<Finding> findings() {
    List<Finding> all = new ArrayList<>(file.findings());
    all.addAll(Warnings.of(now, memory));
    return all;
  }
}
