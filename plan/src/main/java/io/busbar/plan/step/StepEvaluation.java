package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveCurve;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.ModelSpec;

/** One evaluation of the step model; its fields are the terms that several equations need. */
final class StepEvaluation {
  /** FP32 master and two moments read and written, gradient read, 16-bit weight written. */
  static final double OPTIMIZER_BYTES = 40;

  /** Gradients read once more for their norm and zeroed, weights written after the gather. */
  static final double GRADIENT_BYTES = 6;

  /** Logits in 16 and 32 bits, written and read by softmax and its gradient. */
  private static final double LOSS_BYTES = 16;

  /** Embedding rows read and written, and their gradients scattered: six 2-byte passes. */
  private static final double EMBEDDING_BYTES = 2 * 6;

  private static final double HALF_BYTES = 2;
  private static final double GRADIENT_WRITE = 4;
  private static final int VOCABULARY_MULTIPLE = 128;

  /** Ranks of a node run in step anyway; spread counts over nodes. */
  static final int RANKS_IN_STEP = 8;

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
    LayerTime layer = averageLayer();
    DataParallel data = new DataParallel(training, links, constants, exchanged);
    StepTerms t = new StepTerms(data);
    t.microBatches = microBatches;
    t.gpus = p.gpus();
    t.layers = model.layerCount() + model.multiTokenLayers();
    t.modelLayers = model.layerCount();
    t.kinds = model.layers().size();
    t.engine = engineSynchronisation();
    t.layer = layer.total() + t.engine;
    t.head = head() * (1 + model.multiTokenLayers());
    t.embedding = tokens * model.hidden() * EMBEDDING_BYTES / gpu.memoryBytesPerSecond;
    Stages stages = Stages.of(t.layers, p);
    slowestStage(stages, t);
    if (p.pp() > 1) {
      t.send = sendExposed();
      t.stages = p.pp();
      t.bubbleFactor = Stages.bubbleFactor(p, microBatches);
      t.bubble =
          Math.max(
              0,
              (t.layers * t.layer + t.head + t.embedding + (p.pp() - 1) * t.send - t.slowest)
                  * t.bubbleFactor);
    }
    data.price(
        p.pp() == 1 ? t.layers : stages.perStage(),
        layer.forward,
        layer.backward + layer.recompute,
        ledger);
    optimizer(t);
    if (training.offload().activations()) {
      t.offload =
          host.activations(
              training,
              t.stageLayers * layer.forward,
              t.stageLayers * (layer.backward + layer.recompute));
    }
    t.jitter = constants.put(ledger, "rank_jitter");
    t.straggler =
        t.jitter * Math.sqrt(2 * Math.log(Math.max(1, (double) p.gpus() / RANKS_IN_STEP)));
    return cost(layer, t);
  }

  private LayerTime averageLayer() {
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
      ledger.close(StepTerms.group(kind++, group), group.count() * one.total());
      average.add(one, group.count() / count);
    }
    return average;
  }

  /** Output projection and loss of one micro-batch, both passes. */
  private double head() {
    int tp = p.tp();
    double vocabulary =
        training.software().stack() == Stack.FSDP
            ? (double) model.vocabulary() / tp
            : Math.ceil(model.vocabulary() / (double) (VOCABULARY_MULTIPLE * tp))
                * VOCABULARY_MULTIPLE;
    double rate = gpu.halfFlopPerSecond;
    double h = model.hidden();
    double products =
        MatrixProduct.seconds(tokens, vocabulary, h, 1, rate, HALF_BYTES, HALF_BYTES, gpu)
            + MatrixProduct.seconds(tokens, h, vocabulary, 1, rate, HALF_BYTES, HALF_BYTES, gpu);
    if (training.trained() == Trained.ALL) {
      products +=
          MatrixProduct.seconds(vocabulary, h, tokens, 1, rate, HALF_BYTES, GRADIENT_WRITE, gpu);
    }
    return products + tokens * vocabulary * LOSS_BYTES / gpu.memoryBytesPerSecond;
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
    return engine ? constants.value("host_sync_2021_s") * Math.log(p.tp()) / Math.log(2) : 0;
  }

  private void slowestStage(Stages stages, StepTerms t) {
    double first = stages.first() * t.layer + t.embedding;
    double last = stages.last() * t.layer + t.head;
    double middle = p.pp() > 2 ? stages.perStage() * t.layer : 0;
    if (p.pp() == 1) {
      t.stage(t.layers, t.head + t.embedding);
    } else if (first >= last && first >= middle) {
      t.stage(stages.first(), t.embedding);
    } else if (last >= middle) {
      t.stage(stages.last(), t.head);
    } else {
      t.stage(stages.perStage(), 0);
    }
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

  /** Update of the states that this rank owns. */
  private void optimizer(StepTerms t) {
    t.memoryRate = gpu.memoryBytesPerSecond;
    if (training.trained() == Trained.ALL) {
      double own = exchanged.tensors().parameters(false) + exchanged.tensors().parameters(true);
      int ranks = p.sharding() == Sharding.NONE ? 1 : links.reach(GroupKind.SHARD).ranks();
      double gradients = p.sharding() == Sharding.PARAMETERS ? 0 : GRADIENT_BYTES * own;
      t.optimizerBytes = own / ranks * OPTIMIZER_BYTES + gradients;
    }
    t.onHost = training.offload().optimizer();
    t.optimizer = t.onHost ? host.optimizer(training) : t.optimizerBytes / t.memoryRate;
  }

  private StepCost cost(LayerTime layer, StepTerms t) {
    DataParallel data = t.data;
    t.perMicroBatch =
        t.slowest + t.send + t.offload + data.exposedPerMicroBatch + data.contentionPerMicroBatch;
    t.fixed = t.bubble + data.exposedPerStep + data.contentionPerStep + t.optimizer;
    double even = t.fixed + t.perMicroBatch * microBatches;
    double slow = 1 + t.straggler;
    t.step = even * slow;
    if (ledger.recording()) {
      t.explain(ledger);
    }
    double passes = microBatches * t.slowest / t.layer;
    StepCost.Traffic tensor =
        traffic(passes, layer.tensorExposed, layer.tensorTotal, layer.tensorBytes);
    StepCost.Traffic context =
        traffic(passes, layer.contextExposed, layer.contextTotal, layer.contextBytes);
    StepCost.Traffic expert =
        traffic(passes, layer.expertExposed, layer.expertTotal, layer.expertBytes);
    double recompute = passes * layer.recompute;
    double launches = passes * (layer.host + t.engine);
    double compute =
        microBatches * t.slowest
            - tensor.exposed()
            - context.exposed()
            - expert.exposed()
            - recompute
            - launches;
    return new StepCost(
        t.step,
        t.fixed * slow,
        t.perMicroBatch * slow,
        microBatches,
        compute,
        recompute,
        launches + microBatches * t.offload,
        t.bubble,
        t.optimizer,
        data.contentionPerStep + microBatches * data.contentionPerMicroBatch,
        even * t.straggler,
        tensor,
        context,
        expert,
        pipeline(t),
        new StepCost.Traffic(
            data.exposedPerStep + microBatches * data.exposedPerMicroBatch,
            data.total,
            data.bytes));
  }

  private static StepCost.Traffic traffic(
      double passes, double exposed, double total, double bytes) {
    return new StepCost.Traffic(passes * exposed, passes * total, passes * bytes);
  }

  private StepCost.Traffic pipeline(StepTerms t) {
    if (p.pp() == 1) {
      return StepCost.Traffic.NONE;
    }
    double bytes = 2.0 * microBatches * p.virtualStages() * sendBytes();
    return new StepCost.Traffic(microBatches * t.send, microBatches * sendAll(Ledger.OFF), bytes);
  }
}
