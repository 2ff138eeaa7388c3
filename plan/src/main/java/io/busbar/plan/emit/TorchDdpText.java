package io.busbar.plan.emit;

import static io.busbar.plan.emit.Torch.INDENT;

import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.setting.SettingTable;
import java.util.ArrayList;
import java.util.List;

/** A plan as Python for PyTorch's DistributedDataParallel. One per text; not thread-safe. */
final class TorchDdpText {
  private static final long MIB = 1 << 20;
  private static final long DEFAULT_BUCKET_MIB = 25;
  private static final double FP32_BYTES = 4;

  private final Situation plan;
  private final Training t;
  private final Parallelism p;
  private final Numerics n;
  private final Overlap o;
  private final Effects effects;
  private final Script script = new Script(SettingTable.of(Framework.TORCH_DDP.cliName()));

  TorchDdpText(Situation plan) {
    this.plan = plan;
    this.t = plan.training();
    this.p = t.parallelism();
    this.n = t.numerics();
    this.o = t.overlap();
    this.effects = new Effects(plan);
  }

  String text() {
    script.header(plan, leftOut());
    imports();
    Torch.batch(script, t, "ACCUMULATION_STEPS", effects);
    script.line("").line("");
    wrap();
    script.line("").line("");
    optimizer();
    step();
    return script.toString();
  }

  private List<String> leftOut() {
    List<String> out = new ArrayList<>();
    List<String> split = new ArrayList<>();
    add(split, "tp", p.tp());
    add(split, "pp", p.pp());
    add(split, "cp", p.cp());
    add(split, "ep", p.ep());
    boolean alone = split.isEmpty();
    boolean states = p.sharding() == Sharding.GRADIENTS || p.sharding() == Sharding.PARAMETERS;
    if (!alone) {
      out.add(
          String.join(", ", split)
              + ": DDP only replicates. Below is the reduction among the "
              + p.dp()
              + " replicas (process_group); "
              + effects.replicasOnly(Sharding.NONE)
              + ".");
    }
    if (states) {
      out.add(
          "sharding "
              + Script.word(p.sharding())
              + ": DDP keeps whole gradients and weights (see torch-fsdp2). Effect: "
              + effects.sharding(Sharding.NONE, "with DDP"));
    }
    if (p.sharding() == Sharding.OPTIMIZER) {
      out.add(
          "reduce-scatter of gradients: DDP all-reduces them and ZeroRedundancyOptimizer sends"
              + " updated weights round in broadcasts: more bytes than the plan counts.");
    }
    if (n.compute() != Precision.FP32) {
      out.add(
          "weights in 16 bits beside a 32-bit copy: DDP keeps 32-bit weights, autocast casts"
              + " them.");
    }
    if (!o.gradients()) {
      out.add(
          "gradients that wait: DDP always overlaps buckets. Effect: " + effects.gradientOverlap());
    }
    Torch.leaveOut(t, effects, out);
    return out;
  }

  private static void add(List<String> split, String axis, int ranks) {
    if (ranks > 1) {
      split.add(axis + " " + ranks);
    }
  }

  private boolean accumulates() {
    return t.microBatches() > 1;
  }

  private boolean compresses() {
    return n.gradientReduceBytes() < FP32_BYTES && n.compute() != Precision.FP32;
  }

  private void imports() {
    if (accumulates()) {
      script.line("import contextlib").line("");
    }
    script.line("import torch");
    if (t.recompute() == Recompute.FULL) {
      script.line("from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import (");
      script.line("    checkpoint_wrapper,").line(")");
    }
    if (compresses()) {
      script.line("from torch.distributed.algorithms.ddp_comm_hooks import default_hooks");
    }
    if (p.sharding() == Sharding.OPTIMIZER) {
      script.line("from torch.distributed.optim import ZeroRedundancyOptimizer");
    }
    script.line("from torch.nn.parallel import DistributedDataParallel").line("");
  }

  private void wrap() {
    boolean full = t.recompute() == Recompute.FULL;
    script.line("def wrap(model, device, process_group=None" + (full ? ", blocks=None):" : "):"));
    if (full) {
      script.comment(INDENT, "blocks: the torch.nn.ModuleList of the model's layers.");
      script.setting(
          INDENT,
          "checkpoint_wrapper",
          "for i in range("
              + Torch.recomputed(t)
              + "):\n"
              + INDENT
              + "blocks[i] = checkpoint_wrapper(blocks[i])",
          effects.recompute());
    }
    String inner = INDENT + INDENT;
    script.line(INDENT + "ddp = DistributedDataParallel(");
    script.line(inner + "model,");
    script.line(inner + "device_ids=[device],");
    script.line(inner + "process_group=process_group,");
    script.setting(
        inner,
        "bucket_cap_mb",
        "bucket_cap_mb=" + bucketMib() + ",",
        o.bucketBytes() > 0 ? effects.bucket(DEFAULT_BUCKET_MIB * MIB * wire()) : Effects.NO_TERM);
    script.setting(
        inner, "gradient_as_bucket_view", "gradient_as_bucket_view=True,", Effects.NO_TERM);
    script.setting(
        inner,
        "static_graph",
        "static_graph=" + (accumulates() ? "False" : "True") + ",",
        Effects.NO_TERM);
    script.line(INDENT + ")");
    if (compresses()) {
      String hook = n.compute() == Precision.FP16 ? "fp16_compress_hook" : "bf16_compress_hook";
      script.setting(
          INDENT,
          hook,
          "ddp.register_comm_hook(None, default_hooks." + hook + ")",
          effects.reduceWidth());
    }
    script.line(INDENT + "return ddp");
  }

  /** Bytes on the wire over bytes in a bucket, which holds 32-bit gradients. */
  private double wire() {
    return compresses() ? n.gradientReduceBytes() / FP32_BYTES : 1;
  }

  private long bucketMib() {
    return o.bucketBytes() > 0
        ? Math.max(1, Math.round(o.bucketBytes() / wire() / MIB))
        : DEFAULT_BUCKET_MIB;
  }

  private void optimizer() {
    if (p.sharding() == Sharding.OPTIMIZER) {
      script.line("def make_optimizer(ddp, process_group=None, **options):");
      script.setting(
          INDENT,
          "ZeroRedundancyOptimizer",
          """
          return ZeroRedundancyOptimizer(
              ddp.parameters(),
              optimizer_class=torch.optim.AdamW,
              process_group=process_group,
              parameters_as_bucket_view=True,
              **options,
          )\
          """,
          effects.sharding());
      script.line("").line("");
    }
  }

  private void step() {
    script.line("def train_step(ddp, optimizer, micro_batches, loss_of):");
    script.line(INDENT + "for i, batch in enumerate(micro_batches):");
    String inner = INDENT + INDENT;
    String body = inner;
    if (accumulates()) {
      script.setting(
          inner,
          "no_sync",
          "last = i + 1 == ACCUMULATION_STEPS\n"
              + "with contextlib.nullcontext() if last else ddp.no_sync():",
          effects.perSynchronisation("without this"));
      body = inner + INDENT;
    }
    String loss = "loss = loss_of(ddp, batch) / ACCUMULATION_STEPS";
    if (n.compute() == Precision.FP32) {
      script.line(body + loss);
    } else {
      script.setting(
          body,
          "autocast",
          "with torch.autocast(\"cuda\", dtype=" + Torch.computeType(t) + "):\n" + INDENT + loss,
          Effects.NO_TERM);
    }
    script.line(body + "loss.backward()");
    script.line(INDENT + "optimizer.step()");
    script.setting(INDENT, "zero_grad", "optimizer.zero_grad(set_to_none=False)", Effects.NO_TERM);
  }
}
