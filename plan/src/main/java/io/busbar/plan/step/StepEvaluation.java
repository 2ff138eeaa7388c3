package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveCurve;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.ModelSpec;

/**
 * One evaluation of the step model: every value is put into the ledger where it is computed, beside
 * its formula. One use; not thread-safe.
 */
final class StepEvaluation {
  private static final double HALF_BYTES = 2;

  /** Ranks of a node run in step anyway; spread counts over nodes. */
  private static final int RANKS_IN_STEP = 8;

  private final ModelSpec model;
  private final StepConstants constants;
  private final GpuRates gpu;
  private final HostTraffic host;
  private final Training training;
  private final Ledger ledger;
  private final Parallelism p;
  private final Links links;
  private final RankBuckets exchanged;
  private final double tokens;
  private final long microBatches;

  StepEvaluation(
      ModelSpec model,
      Links links,
      StepConstants constants,
      RankBuckets exchanged,
      GpuRates gpu,
      HostTraffic host,
      Training training,
      Ledger ledger) {
    this.model = model;
    this.constants = constants;
    this.gpu = gpu;
    this.host = host;
    this.training = training;
    this.ledger = ledger;
    this.p = training.parallelism();
    this.links = links;
    this.exchanged = exchanged;
    this.tokens = (double) training.batch().microBatch() * training.batch().sequence() / p.cp();
    this.microBatches = training.microBatches();
  }

  StepCost run() {
    double[] ofKind = new double[model.layers().size()];
    LayerTime layer = averageLayer(ofKind);
    double engine = engineSynchronisation();
    double average = average(layer, engine);
    StageEnds ends = StageEnds.of(model, training, tokens, gpu, ledger);
    int layers = model.layerCount() + model.multiTokenLayers();
    ledger.put(StepTerms.LAYERS, layers);
    Stages stages = Stages.of(layers, p);
    SlowestStage slowest = SlowestStage.of(model, p, stages, layers, average, engine, ofKind, ends);
    slowest.put(model, p, ledger);
    double send = p.pp() > 1 ? sendExposed() : ledger.put(StepTerms.NO_SEND, 0);
    double bubble = bubble(layers * average + ends.both(), send, slowest.seconds());
    double forward = ledger.put(StepTerms.AVERAGE_FORWARD, layer.forward);
    double backward = ledger.put(StepTerms.AVERAGE_BACKWARD, layer.backward + layer.recompute);
    DataParallel data = new DataParallel(training, links, constants, exchanged);
    data.price(p.pp() == 1 ? layers : stages.perStage(), forward, backward, ledger);
    double optimizer =
        training.offload().optimizer()
            ? host.optimizer(training, ledger)
            : OptimizerTime.seconds(training, exchanged, links, gpu, ledger);
    double offload = offload(slowest.layers(), forward, backward);
    double straggler = straggler();
    double each =
        ledger.put(
            StepTerms.PER_MICRO_BATCH,
            slowest.seconds()
                + send
                + offload
                + data.exposedPerMicroBatch
                + data.contentionPerMicroBatch);
    double fixed = bubble + data.exposedPerStep + data.contentionPerStep + optimizer;
    double even = fixed + each * ledger.put(StepTerms.MICRO_BATCHES, microBatches);
    double step = ledger.put(StepTerms.STEP, even * (1 + straggler));
    double passes = microBatches * slowest.layerSeconds() / average;
    StepCost.Traffic tensor =
        traffic(passes, layer.tensorExposed, layer.tensorTotal, layer.tensorBytes);
    StepCost.Traffic context =
        traffic(passes, layer.contextExposed, layer.contextTotal, layer.contextBytes);
    StepCost.Traffic expert =
        traffic(passes, layer.expertExposed, layer.expertTotal, layer.expertBytes);
    double recompute = passes * layer.recompute;
    double launches = passes * (layer.host + engine);
    double compute =
        microBatches * slowest.seconds()
            - tensor.exposed()
            - context.exposed()
            - expert.exposed()
            - recompute
            - launches;
    return new StepCost(
        step,
        fixed * (1 + straggler),
        each * (1 + straggler),
        microBatches,
        compute,
        recompute,
        launches + microBatches * offload,
        bubble,
        optimizer,
        data.contentionPerStep + microBatches * data.contentionPerMicroBatch,
        even * straggler,
        tensor,
        context,
        expert,
        pipeline(send),
        new StepCost.Traffic(
            data.exposedPerStep + microBatches * data.exposedPerMicroBatch,
            data.total,
            data.bytes));
  }

  /**
   * @param ofKind takes the seconds of a layer of each kind
   */
  private LayerTime averageLayer(double[] ofKind) {
    Communication communication =
        new Communication(model.hidden(), model.parallelBlocks(), training, links, constants);
    LayerModel prices =
        new LayerModel(model.hidden(), training, gpu, communication, constants, ledger);
    LayerTime average = new LayerTime();
    double count = model.layerCount();
    int kind = 0;
    for (LayerGroup group : model.layers()) {
      ledger.open("layers");
      LayerTime one = prices.of(group);
      ofKind[kind] = one.total();
      if (ledger.recording()) {
        ledger.close(LayerTerms.group(kind, group), group.count() * ofKind[kind]);
      }
      kind++;
      average.add(one, group.count() / count);
    }
    return average;
  }

  private double average(LayerTime layer, double engine) {
    double seconds = layer.total() + engine;
    if (ledger.recording()) {
      ledger.put(StepTerms.MODEL_LAYERS, model.layerCount());
      ledger.put(StepTerms.average(model.layers().size()), seconds);
    }
    return seconds;
  }

  /**
   * Pipeline engines of 2021 synchronise the host with every layer's tensor-parallel ranks:
   * host_sync·log2(t) per layer and micro-batch.
   */
  private double engineSynchronisation() {
    boolean engine =
        training.software().stack() == Stack.MEGATRON_2021
            && p.sharding() == Sharding.OPTIMIZER
            && p.pp() > 1;
    if (!engine) {
      return ledger.put(StepTerms.NO_ENGINE, 0);
    }
    double sync = constants.put(ledger, "host_sync_2021_s");
    double ranks = ledger.put(StepTerms.TENSOR_RANKS, p.tp());
    return ledger.put(StepTerms.ENGINE, sync * (Math.log(ranks) / Math.log(2)));
  }

  /**
   * @param work of all stages on one micro-batch, in seconds
   */
  private double bubble(double work, double send, double slowest) {
    if (p.pp() == 1) {
      return ledger.put(StepTerms.NO_BUBBLE, 0);
    }
    double factor = Stages.bubbleFactor(p, microBatches, ledger);
    double idle = (work + (p.pp() - 1) * send - slowest) * factor;
    return ledger.put(StepTerms.BUBBLE, Math.max(0, idle));
  }

  /** Sends and receives of one micro-batch on one stage that nothing hides. */
  private double sendExposed() {
    ledger.open("send");
    double all = sendAll(ledger);
    boolean hides = training.overlap().pipeline();
    double share = hides ? constants.put(ledger, "pipeline_exposed_share") : 1;
    return ledger.close(hides ? StepTerms.SEND_HIDDEN : StepTerms.SEND_WHOLE, all * share);
  }

  private double sendAll(Ledger reasons) {
    CollectiveCurve curve = links.curve(CollectiveOp.SEND_RECEIVE, GroupKind.PP);
    double once = Links.noted(curve, sendBytes(), reasons, "stage_exchange_s", Links.EXCHANGE);
    double sync = constants.put(reasons, "pipeline_sync_s");
    return 2 * (once + sync) * reasons.put(StepTerms.CHUNKS, p.virtualStages());
  }

  /** Activations of a micro-batch, scattered over the tensor-parallel ranks. */
  private double sendBytes() {
    return tokens * model.hidden() * HALF_BYTES / p.tp();
  }

  private double offload(int layers, double forward, double backward) {
    if (!training.offload().activations()) {
      return ledger.put(StepTerms.NO_OFFLOAD, 0);
    }
    double out = ledger.put(StepTerms.STAGE_FORWARD, layers * forward);
    double back = ledger.put(StepTerms.STAGE_BACKWARD, layers * backward);
    return host.activations(training, out, back, ledger);
  }

  private double straggler() {
    double jitter = constants.put(ledger, "rank_jitter");
    double gpus = ledger.put(StepTerms.GPUS, p.gpus());
    double together = ledger.put(StepTerms.RANKS_IN_STEP, RANKS_IN_STEP);
    return ledger.put(
        StepTerms.STRAGGLER, jitter * Math.sqrt(2 * Math.log(Math.max(1, gpus / together))));
  }

  private static StepCost.Traffic traffic(
      double passes, double exposed, double total, double bytes) {
    return new StepCost.Traffic(passes * exposed, passes * total, passes * bytes);
  }

  private StepCost.Traffic pipeline(double send) {
    if (p.pp() == 1) {
      return StepCost.Traffic.NONE;
    }
    double bytes = 2.0 * microBatches * p.virtualStages() * sendBytes();
    return new StepCost.Traffic(microBatches * send, microBatches * sendAll(Ledger.OFF), bytes);
  }
}
