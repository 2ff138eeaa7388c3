package io.busbar.plan.textbook;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import org.jspecify.annotations.Nullable;

/**
 * What the gradient all-reduce moves and takes. With P parameters, d replicas, t tensor-parallel
 * ranks, p stages, bytes per second of one direction:
 *
 * <ul>
 *   <li>textbook: 2P bytes, volume 2(d−1)/d·2P over (d−1)/d·NICs·rate of a node, for one group;
 *   <li>ours: each of the t·p groups reduces its own shard, g·P/(t·p) bytes of a GPU, volume
 *       2(d−1)/d of that over the NIC share of a GPU; experts g·E/(e·p) in groups of their own.
 * </ul>
 *
 * Source: NCCL tests, PERFORMANCE.md. Line rate: no latency, no losses.
 */
final class GradientRows {
  private static final Term REPLICAS =
      Term.of("replicas", "", "replicas of the model", "{gpus} / ({tp} * {pp})");
  private static final Term TEXTBOOK_BYTES =
      Term.of("textbook_gradient_bytes", "B", "whole model in BF16", "2 * {nominal_parameters}");
  private static final Term TEXTBOOK_SHARD =
      Term.of(
          "textbook_shard_bytes",
          "B",
          "what a GPU keeps of it",
          "{textbook_gradient_bytes} / {replicas}");
  private static final Term TEXTBOOK_VOLUME =
      Term.of(
          "textbook_volume_bytes",
          "B",
          "volume of the all-reduce",
          "2 * ({replicas} - 1) / {replicas} * {textbook_gradient_bytes}");
  private static final Term TEXTBOOK_SHARDED =
      Term.of(
          "textbook_fsdp_bytes",
          "B",
          "volume under FSDP, taken as that of the all-reduce",
          "{textbook_volume_bytes}");
  private static final Term OURS_SHARDED =
      Term.of(
          "ours_fsdp_bytes",
          "B",
          "two all-gathers of parameters and a reduce-scatter of gradients",
          "(4 + {gradient_width}) / (2 * {gradient_width}) * {ours_volume_bytes}");
  private static final Term TEXTBOOK_RATE =
      Term.of(
          "textbook_bytes_per_s",
          "B/s",
          "rate of the ring",
          "({replicas} - 1) / {replicas} * {nics_per_node} * {nic_bytes_per_s}");
  private static final Term TEXTBOOK_SECONDS =
      Term.of(
          "textbook_allreduce_s",
          "s",
          "all-reduce",
          "{textbook_volume_bytes} / {textbook_bytes_per_s}");
  private static final Term TEXTBOOK_SHARP =
      Term.of(
          "textbook_sharp_s",
          "s",
          "all-reduce with SHARP",
          "{textbook_sharp} * {textbook_allreduce_s}");

  private static final Term DENSE_BYTES =
      Term.of(
          "dense_gradient_bytes",
          "B",
          "gradients of dense parameters on a GPU",
          "{gradient_width} * {dense_parameters} / ({tp} * {pp})");
  private static final Term EXPERTS =
      Term.input("expert_parameters", "", "parameters of all experts");
  private static final Term EXPERT_SPLIT =
      Term.input("expert_split", "", "ranks of a stage over which experts are split");
  private static final Term EXPERT_BYTES =
      Term.of(
          "expert_gradient_bytes",
          "B",
          "gradients of experts on a GPU",
          "{gradient_width} * {expert_parameters} / ({expert_split} * {pp})");

  private GradientRows() {}

  /**
   * An all-reduce by both arithmetics.
   *
   * @param plain its time, seconds
   * @param sharp the same with reduction in the network
   */
  record Sync(Rows.Both plain, Rows.Both sharp) {}

  /** Rows of bytes, rate and time; there must be at least two replicas and a network. */
  static Sync add(Rows rows, TextbookInputs in) {
    Ledger ledger = rows.ledger();
    TextbookInputs.Machine machine = in.machine();
    double d = rows.put(REPLICAS, machine.gpus() / ((double) in.layout().tp() * in.layout().pp()));
    AllReduce dense = dense(in, ledger);
    AllReduce expert = experts(in, ledger);
    boolean split = expert != null;
    AllReduce all = expert == null ? dense : dense.and(expert);

    double bytes = 2 * in.model().nominalParameters();
    rows.add(
        "gradients that a group reduces",
        rows.both(
            TEXTBOOK_BYTES,
            bytes,
            sum("gradient_bytes", "B", "gradients of a GPU", split),
            all.bytes()),
        3,
        Unit.BYTES,
        "each of the TP·PP groups reduces only its own shard, per GPU",
        "D5");
    double shard = bytes / d;
    rows.add(
        "part of them that a rank keeps",
        rows.both(TEXTBOOK_SHARD, shard, shardTerm(split), shard(dense, expert, in)),
        4,
        Unit.BYTES,
        "the shard of a shard; model / DP is the group's size only where TP·PP equals DP",
        "D4");
    double volume = 2 * (d - 1) / d * bytes;
    rows.add(
        "volume of the all-reduce",
        rows.both(
            TEXTBOOK_VOLUME,
            volume,
            sum("volume_bytes", "B", "sent by a GPU", split),
            all.volumeBytes()),
        3,
        Unit.BYTES,
        "per GPU, of its shard; the textbook sends the whole model once for all",
        "D3",
        "D5");
    sharded(rows, in, all, volume);
    double rate = (d - 1) / d * machine.nicsPerNode() * machine.nicBytesPerSecond();
    Term slowest =
        Term.of("ours_bytes_per_s", "B/s", "what a rank of the group gets", "{dense_bytes_per_s}");
    rows.add(
        "rate that a group gets",
        rows.both(TEXTBOOK_RATE, rate, slowest, dense.bytesPerSecond()),
        3,
        Unit.BYTES_PER_SECOND,
        "a node's NICs serve all its groups; (N−1)/N is in the volume already",
        "D3",
        "D1",
        "D19");
    return times(rows, all, volume / rate, split);
  }

  private static Sync times(Rows rows, AllReduce all, double textbookSeconds, boolean split) {
    Rows.Both sync =
        rows.both(
            TEXTBOOK_SECONDS,
            textbookSeconds,
            sum("allreduce_s", "s", "all-reduce at line rate", split),
            all.seconds());
    rows.add("all-reduce", sync, 2, Unit.SECONDS, "own shard over own NICs, line rate", "D3");
    Rows.Both sharp =
        rows.both(
            TEXTBOOK_SHARP,
            Given.SHARP * textbookSeconds,
            sum("sharp_s", "s", "all-reduce reduced by the switches", split),
            all.sharpSeconds());
    rows.add(
        "all-reduce with SHARP",
        sharp,
        2,
        Unit.SECONDS,
        "halves an all-reduce only: reduce-scatter + all-gather of a sharded optimizer gain little",
        "D8",
        "B20");
    return new Sync(sync, sharp);
  }

  /**
   * ZeRO-3 gathers parameters of 2 bytes twice and scatters gradients of g bytes once:
   * (d−1)/d·(4+g)·P/(t·p), which is (4+g)/(2g) of the all-reduce's volume.
   */
  private static void sharded(Rows rows, TextbookInputs in, AllReduce all, double textbookVolume) {
    double width = in.layout().gradientBytes();
    double ours = (4 + width) / (2 * width) * all.volumeBytes();
    rows.add(
        "volume under FSDP, one micro-batch",
        rows.both(TEXTBOOK_SHARDED, textbookVolume, OURS_SHARDED, ours),
        3,
        Unit.BYTES,
        "parameters are gathered twice: 3(N−1)/N, and again with every micro-batch",
        "D6");
  }

  private static AllReduce dense(TextbookInputs in, Ledger ledger) {
    TextbookInputs.Layout layout = in.layout();
    double perGpu =
        layout.gradientBytes()
            * in.model().denseParameters()
            / ((double) layout.tp() * layout.pp());
    ledger.put(DENSE_BYTES, perGpu);
    return AllReduce.of("dense", DENSE_BYTES, perGpu, in.gradients(), ledger);
  }

  /** Null when there are no experts or each is held by one rank only. */
  private static @Nullable AllReduce experts(TextbookInputs in, Ledger ledger) {
    TextbookInputs.Experts experts = in.experts();
    if (experts == null || experts.gradients().ranks() < 2) {
      return null;
    }
    double perGpu =
        in.layout().gradientBytes()
            * experts.parameters()
            / ((double) experts.ranks() * in.layout().pp());
    ledger.put(EXPERTS, experts.parameters());
    ledger.put(EXPERT_SPLIT, experts.ranks());
    ledger.put(EXPERT_BYTES, perGpu);
    return AllReduce.of("expert", EXPERT_BYTES, perGpu, experts.gradients(), ledger);
  }

  private static double shard(AllReduce dense, @Nullable AllReduce expert, TextbookInputs in) {
    double shard = dense.bytes() / in.gradients().ranks();
    TextbookInputs.Experts experts = in.experts();
    return expert == null || experts == null
        ? shard
        : shard + expert.bytes() / experts.gradients().ranks();
  }

  private static Term shardTerm(boolean split) {
    String formula = "{dense_gradient_bytes} / {dense_ranks}";
    return Term.of(
        "ours_shard_bytes",
        "B",
        "what a rank keeps of its gradients",
        split ? formula + " + {expert_gradient_bytes} / {expert_ranks}" : formula);
  }

  /** Dense parameters and experts together, where there are both. */
  private static Term sum(String name, String unit, String meaning, boolean split) {
    String formula =
        split ? "{dense_" + name + "} + {expert_" + name + "}" : "{dense_" + name + "}";
    return Term.of("ours_" + name, unit, meaning, formula);
  }
}
