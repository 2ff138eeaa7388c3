package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.model.training.Trained;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.ModelSpec;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Time of one training step of a model on a cluster, for any set-up: {@code (A + c·m)·straggler}.
 * Made once per model and cluster; evaluation costs a few microseconds and no I/O. Thread-safe.
 *
 * <p>{@code c} is the slowest stage's work on one micro-batch with what it cannot hide; {@code A} is
 * the pipeline's idle time, data-parallel communication that shows, and the optimizer.
 */
public final class StepModel {
  private static final double OPTIMIZER_BYTES = 40;
  private static final double CAST_BACK_BYTES = 6;
  private static final double LOSS_BYTES = 16;
  private static final double EMBEDDING_BYTES = 2 * 6;
  private static final int VOCABULARY_MULTIPLE = 128;
  private static final double ADAPTER_SHARE = 0.003;
  private static final int RANKS_PER_JITTER = 8;

  private final ModelSpec model;
  private final Cluster cluster;
  private final StepConstants constants;
  private final TimeModel times;
  private final Map<Precision, Map<AttentionKernel, GpuRates>> rates =
      new EnumMap<>(Precision.class);

  public StepModel(ModelSpec model, Cluster cluster) {
    this(model, cluster, StepConstants.standard(), null);
  }

  /**
   * @param times how long collectives take; null for the alpha-beta form with the model's constants
   */
  public StepModel(
      ModelSpec model, Cluster cluster, StepConstants constants, @Nullable TimeModel times) {
    this.model = model;
    this.cluster = cluster;
    this.constants = constants;
    this.times = times != null ? times : alphaBeta(constants);
    Gpu gpu = cluster.node().gpu();
    for (Precision precision : Precision.values()) {
      Map<AttentionKernel, GpuRates> byKernel = new EnumMap<>(AttentionKernel.class);
      for (AttentionKernel kernel : AttentionKernel.values()) {
        byKernel.put(kernel, new GpuRates(gpu, precision, kernel, constants));
      }
      rates.put(precision, byKernel);
    }
  }

  /** The alpha-beta form with the rates that collectives of training achieve. */
  public static AlphaBeta alphaBeta(StepConstants constants) {
    return new AlphaBeta(
        constants.value("collective_start_s"),
        constants.value("scale_up_share"),
        constants.value("network_share"));
  }

  /** Idle time of a schedule relative to plain 1F1B with one chunk per rank; see the step model. */
  public static double bubbleFactor(Parallelism p) {
    return Stages.bubbleFactor(p);
  }

  /** Seconds of a step. */
  public double seconds(Training training) {
    return evaluate(training, Ledger.OFF).step();
  }

  /**
   * @throws IllegalArgumentException when the layout does not fit the cluster's size
   */
  public StepCost evaluate(Training training, Ledger ledger) {
    return new Evaluation(training, ledger).run();
  }

  /** One evaluation; its fields are the terms that several steps need. */
  private final class Evaluation {
    private final Training training;
    private final Ledger ledger;
    private final Parallelism p;
    private final GpuRates gpu;
    private final Links links;
    private final double tokens;
    private final long m;

    Evaluation(Training training, Ledger ledger) {
      this.training = training;
      this.ledger = ledger;
      this.p = training.parallelism();
      this.gpu = rates.get(training.numerics().compute()).get(training.software().attention());
      this.links = new Links(new Placement(cluster, p), times);
      this.tokens =
          (double) training.batch().microBatch() * training.batch().sequence() / p.cp();
      this.m = training.microBatches();
    }

    StepCost run() {
      LayerTime layer = averageLayer();
      int layers = model.layerCount() + model.multiTokenLayers();
      Stages stages = Stages.of(layers, p);
      double head = head() * (1 + model.multiTokenLayers());
      double embedding = tokens * model.hidden() * EMBEDDING_BYTES / gpu.memoryBytesPerSecond;
      double perLayer = layer.total() + pipelineHost();
      double first = stages.first() * perLayer + embedding;
      double last = stages.last() * perLayer + head;
      double middle = p.pp() > 2 ? stages.perStage() * perLayer : 0;
      double slowest =
          p.pp() == 1 ? layers * perLayer + head + embedding : Math.max(middle, Math.max(first, last));
      double all = layers * perLayer + head + embedding;
      double send = p.pp() == 1 ? 0 : sendExposed();
      double bubble =
          p.pp() == 1
              ? 0
              : (all + (p.pp() - 1) * send - slowest) * Stages.bubbleFactor(p);
      DataParallel data = data(stages, layers, layer);
      double perMicroBatch =
          slowest + send + data.exposedPerMicroBatch + data.contentionPerMicroBatch;
      double optimizer = optimizer();
      double fixed = bubble + data.exposedPerStep + data.contentionPerStep + optimizer;
      double straggler = straggler();
      return cost(
          layer, data, slowest, send, bubble, optimizer, fixed, perMicroBatch, straggler);
    }

    private LayerTime averageLayer() {
      Communication communication =
          new Communication(model.hidden(), model.parallelBlocks(), training, links, constants);
      LayerModel prices =
          new LayerModel(model.hidden(), training, gpu, communication, constants, ledger);
      LayerTime average = new LayerTime();
      double count = model.layerCount();
      for (LayerGroup group : model.layers()) {
        ledger.open("layers");
        LayerTime one = prices.of(group, cluster.node().gpu().generation());
        ledger.close(Terms.group(group), group.count() * one.total());
        average.add(one, group.count() / count);
      }
      return average;
    }

    /** Output projection and loss of one micro-batch, both passes. */
    private double head() {
      double rows = tokens;
      int tp = p.tp();
      double vocabulary =
          training.software().stack() == Stack.FSDP
              ? (double) model.vocabulary() / tp
              : Math.ceil(model.vocabulary() / (double) (VOCABULARY_MULTIPLE * tp))
                  * VOCABULARY_MULTIPLE;
      double rate = gpu.halfFlopPerSecond;
      double h = model.hidden();
      double products =
          MatrixProduct.seconds(rows, vocabulary, h, 1, rate, 2, 2, gpu)
              + MatrixProduct.seconds(rows, h, vocabulary, 1, rate, 2, 2, gpu);
      if (training.trained() == Trained.ALL) {
        products += MatrixProduct.seconds(vocabulary, h, rows, 1, rate, 2, 4, gpu);
      }
      return products + rows * vocabulary * LOSS_BYTES / gpu.memoryBytesPerSecond;
    }

    /** Engines that synchronise the host with every layer's tensor-parallel group. */
    private double pipelineHost() {
      boolean engine =
          training.software().stack() == Stack.MEGATRON_2021
              && p.sharding() == Sharding.OPTIMIZER
              && p.pp() > 1;
      return engine ? constants.value("host_sync_2021_s") * (p.tp() - 1) : 0;
    }

    /** Sends and receives of one micro-batch on one stage that nothing hides. */
    private double sendExposed() {
      double bytes = tokens * model.hidden() * 2 / p.tp();
      double once = links.curve(CollectiveOp.SEND_RECEIVE, GroupKind.PP).seconds(bytes, Ledger.OFF);
      double all = 2 * once * p.virtualStages();
      return training.overlap().pipeline()
          ? all * constants.value("pipeline_exposed_share")
          : all;
    }

    private DataParallel data(Stages stages, int layers, LayerTime layer) {
      DataParallel data =
          new DataParallel(training, links, constants, denseParameters(), expertParameters());
      int own = p.pp() == 1 ? layers : stages.perStage();
      data.price(own, layer.forward, layer.backward + layer.recompute);
      return data;
    }

    /** Parameters of a rank outside routed experts: its layers and one embedding. */
    private double denseParameters() {
      double layers = 0;
      for (var layer : model.parameters().layers()) {
        layers += layer.count() * ((double) layer.dense() / p.tp() + layer.norms());
      }
      layers += (double) model.parameters().multiToken() / p.tp();
      double ends = model.parameters().embedding() + model.parameters().output();
      double embeddings =
          p.pp() == 1 ? ends : Math.max(model.parameters().embedding(), model.parameters().output());
      double own = layers / p.pp() + embeddings / p.tp();
      return training.trained() == Trained.ALL ? own : ADAPTER_SHARE * own;
    }

    private double expertParameters() {
      double experts = 0;
      for (var layer : model.parameters().layers()) {
        experts += (double) layer.count() * layer.experts();
      }
      double own = experts / ((double) p.pp() * p.ep() * p.etp());
      return training.trained() == Trained.ALL ? own : ADAPTER_SHARE * own;
    }

    /** Update of the states that this rank owns, and the fixed host time of a step. */
    private double optimizer() {
      double host = constants.value("step_host_s");
      if (training.trained() != Trained.ALL) {
        return host;
      }
      double own = denseParameters() + expertParameters();
      int ranks = p.sharding() == Sharding.NONE ? 1 : links.reach(GroupKind.SHARD).ranks();
      double back = p.sharding() == Sharding.PARAMETERS ? 0 : CAST_BACK_BYTES * own;
      return (own / ranks * OPTIMIZER_BYTES + back) / gpu.memoryBytesPerSecond + host;
    }

    /** Expected maximum of the rank times: σ·√(2·ln(ranks/8)), relative. */
    private double straggler() {
      double ranks = Math.max(1, (double) p.gpus() / RANKS_PER_JITTER);
      return constants.value("rank_jitter") * Math.sqrt(2 * Math.log(ranks));
    }

    private StepCost cost(
        LayerTime layer,
        DataParallel data,
        double slowest,
        double send,
        double bubble,
        double optimizer,
        double fixed,
        double perMicroBatch,
        double straggler) {
      double even = fixed + perMicroBatch * m;
      double step = even * (1 + straggler);
      double own = slowest / Math.max(1e-300, layer.total() + pipelineHost());
      double tensor = m * own * layer.tensorExposed;
      double context = m * own * layer.contextExposed;
      double expert = m * own * layer.expertExposed;
      double recompute = m * own * layer.recompute;
      double host = m * own * (layer.host + pipelineHost());
      double compute = m * slowest - tensor - context - expert - recompute - host;
      StepCost cost =
          new StepCost(
              step,
              fixed * (1 + straggler),
              perMicroBatch * (1 + straggler),
              m,
              compute,
              recompute,
              host,
              bubble,
              optimizer,
              data.contentionPerStep + m * data.contentionPerMicroBatch,
              even * straggler,
              new StepCost.Traffic(tensor, m * own * layer.tensorTotal, m * own * layer.tensorBytes),
              new StepCost.Traffic(
                  context, m * own * layer.contextTotal, m * own * layer.contextBytes),
              new StepCost.Traffic(expert, m * own * layer.expertTotal, m * own * layer.expertBytes),
              pipeline(send),
              new StepCost.Traffic(
                  data.exposedPerStep + m * data.exposedPerMicroBatch, data.total, data.bytes));
      if (ledger.recording()) {
        Terms.explain(ledger, cost, straggler);
      }
      return cost;
    }

    private StepCost.Traffic pipeline(double send) {
      if (p.pp() == 1) {
        return StepCost.Traffic.NONE;
      }
      double share =
          training.overlap().pipeline() ? constants.value("pipeline_exposed_share") : 1;
      double bytes = 2.0 * m * p.virtualStages() * tokens * model.hidden() * 2 / p.tp();
      return new StepCost.Traffic(m * send, m * send / share, bytes);
    }
  }

  /** What the ledger says about a step. */
  private static final class Terms {
    private static final Term STEP =
        Term.of(
            "step_s",
            "s",
            "one training step",
            "({compute_s} + {recompute_s} + {host_s} + {exposed_communication_s} + {bubble_s}"
                + " + {optimizer_s} + {contention_s}) * (1 + {straggler_share})");

    static Term group(LayerGroup group) {
      String name =
          group.feedForward().getClass().getSimpleName()
              + "_"
              + group.mixer().getClass().getSimpleName();
      return Term.of(
          "layers_" + name.toLowerCase(java.util.Locale.ROOT) + "_s",
          "s",
          group.count() + " such layers, one micro-batch",
          group.count() + " * {layer_s}");
    }

    static void explain(Ledger ledger, StepCost cost, double straggler) {
      put(ledger, "compute_s", "matrix products, attention, memory traffic", cost.compute());
      put(ledger, "recompute_s", "repeated forward passes", cost.recompute());
      put(ledger, "host_s", "waiting for the host", cost.host());
      put(
          ledger,
          "exposed_communication_s",
          "communication that nothing hides",
          cost.exposedCommunication());
      put(ledger, "bubble_s", "idle time of the pipeline", cost.bubble());
      put(ledger, "optimizer_s", "optimizer and fixed host time", cost.optimizer());
      put(ledger, "contention_s", "computation slowed by overlapped traffic", cost.contention());
      ledger.put(
          Term.input("straggler_share", "", "expected wait for the slowest rank"), straggler);
      ledger.put(STEP, cost.step());
    }

    private static void put(Ledger ledger, String name, String meaning, double seconds) {
      ledger.put(Term.input(name, "s", meaning), seconds);
    }
  }
}
