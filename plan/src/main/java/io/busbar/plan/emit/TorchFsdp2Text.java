package io.busbar.plan.emit;

import static io.busbar.plan.emit.Torch.INDENT;

import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.emit.Effects.Hidden;
import io.busbar.plan.setting.SettingTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A plan as Python for PyTorch's fully_shard. One per text; not thread-safe. */
final class TorchFsdp2Text {
  private final Situation plan;
  private final Training t;
  private final Parallelism p;
  private final Numerics n;
  private final Overlap o;
  private final Effects effects;
  private final Script script = new Script(SettingTable.of(Framework.TORCH_FSDP2.cliName()));

  TorchFsdp2Text(Situation plan) {
    this.plan = plan;
    this.t = plan.training();
    this.p = t.parallelism();
    this.n = t.numerics();
    this.o = t.overlap();
    this.effects = new Effects(plan);
  }

  String text() {
    script.header(plan, new TorchFsdp2Gaps(plan, effects).list());
    imports();
    Torch.batch(script, t, "MICRO_BATCHES", effects);
    if (p.pp() > 1 && p.virtualStages() > 1) {
      script.setting(
          "", "STAGES_PER_RANK", "STAGES_PER_RANK = " + p.virtualStages(), effects.virtualStages());
    }
    mesh();
    shard();
    if (p.cp() > 1) {
      context();
    }
    if (p.pp() > 1) {
      TorchPipeline.write(script, p, effects);
    } else {
      step();
    }
    return script.toString();
  }

  private void imports() {
    script.line("import torch");
    if (p.tp() > 1 && o.tensor()) {
      script.line("import torch._inductor.config");
      script.line("import torch.distributed._symmetric_memory as symmetric_memory");
    }
    if (t.recompute() == Recompute.FULL) {
      script.line("from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import (");
      script.line("    checkpoint_wrapper,").line(")");
    }
    script.line("from torch.distributed.device_mesh import init_device_mesh");
    script.line("from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard");
    if (p.pp() > 1) {
      script.line("from torch.distributed.pipelining import " + TorchPipeline.name(p.schedule()));
    }
    if (p.cp() > 1) {
      script.line("from torch.distributed.tensor.experimental import context_parallel");
      script.line("from torch.distributed.tensor.experimental._context_parallel import (");
      script.line("    set_rotate_method,").line(")");
    }
    if (p.tp() > 1) {
      script.line("from torch.distributed.tensor.parallel import parallelize_module");
    }
    script.line("");
  }

  private int shardRanks() {
    int all = p.dp() * p.cp();
    return p.shardGroup() > 0 && p.sharding() != Sharding.NONE ? p.shardGroup() : all;
  }

  private boolean hybrid() {
    return shardRanks() < p.dp() * p.cp() && shardRanks() % p.cp() == 0;
  }

  private void mesh() {
    List<String> names = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    for (GroupAxis axis : p.order().reversed()) {
      switch (axis) {
        case TP -> dimension("tp", p.tp(), names, sizes);
        case PP -> dimension("pp", p.pp(), names, sizes);
        case CP -> dimension("cp", p.cp(), names, sizes);
        case EP -> {}
        case DP -> {
          int shard = hybrid() ? shardRanks() / p.cp() : p.dp();
          dimension("dp_replicate", p.dp() / shard, names, sizes);
          names.add("dp_shard");
          sizes.add(shard);
        }
      }
    }
    script.line("").line("");
    script.line("def make_mesh(device_type=\"cuda\"):");
    String shape = sizes.stream().map(String::valueOf).collect(Collectors.joining(", "));
    String quoted =
        names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
    script.setting(
        INDENT,
        "init_device_mesh",
        "return init_device_mesh(\n"
            + INDENT
            + "device_type,\n"
            + INDENT
            + tuple(shape, names.size())
            + ",\n"
            + INDENT
            + "mesh_dim_names="
            + tuple(quoted, names.size())
            + ",\n)",
        hybrid() ? effects.shardGroup() : Effects.LAYOUT);
  }

  private static String tuple(String items, int count) {
    return count == 1 ? "(" + items + ",)" : "(" + items + ")";
  }

  private static void dimension(String name, int size, List<String> names, List<Integer> sizes) {
    if (size > 1) {
      names.add(name);
      sizes.add(size);
    }
  }

  private void shard() {
    script.line("").line("");
    script.line("def shard(model, blocks, mesh" + (p.tp() > 1 ? ", tp_plan):" : "):"));
    script.comment(INDENT, "blocks: the torch.nn.ModuleList of the model's layers.");
    tensor();
    if (t.recompute() == Recompute.FULL) {
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
    if (t.software().stack() == Stack.FSDP_COMPILED) {
      script.setting(
          INDENT,
          "compile",
          "for block in blocks:\n" + INDENT + "block.compile()",
          effects.compiled());
    }
    dataMesh();
    script.setting(
        INDENT,
        "MixedPrecisionPolicy",
        "policy = MixedPrecisionPolicy(\n"
            + INDENT
            + "param_dtype="
            + Torch.type(t, n.parameterGatherBytes())
            + ",\n"
            + INDENT
            + "reduce_dtype="
            + Torch.type(t, n.gradientReduceBytes())
            + ",\n)",
        effects.reduceWidth());
    boolean reshard = p.sharding() == Sharding.PARAMETERS;
    script.setting(
        INDENT,
        "reshard_after_forward",
        "options = {\"mesh\": data_mesh, \"mp_policy\": policy, \"reshard_after_forward\": "
            + (reshard ? "True}" : "False}"),
        Effects.NO_TERM);
    script.setting(
        INDENT,
        "fully_shard",
        "for block in blocks:\n"
            + INDENT
            + "fully_shard(block, **options)\n"
            + "fully_shard(model, mesh=data_mesh, mp_policy=policy)",
        p.sharding() == Sharding.PARAMETERS ? effects.sharding() : Effects.LAYOUT);
    prefetch();
    script.line(INDENT + "return model");
  }

  private void tensor() {
    if (p.tp() == 1) {
      return;
    }
    script.setting(
        INDENT,
        "parallelize_module",
        "for block in blocks:\n" + INDENT + "parallelize_module(block, mesh[\"tp\"], tp_plan)",
        Effects.LAYOUT);
    String async =
        "torch._inductor.config._micro_pipeline_tp = True\n"
            + "symmetric_memory.enable_symm_mem_for_group(mesh[\"tp\"].get_group().group_name)";
    if (o.tensor()) {
      script.setting(INDENT, "_micro_pipeline_tp", async, effects.overlap(Hidden.TENSOR));
    }
  }

  private void dataMesh() {
    String shard = p.cp() > 1 ? "dp_shard_cp" : "dp_shard";
    if (p.cp() > 1) {
      script.setting(
          INDENT,
          "_flatten",
          "mesh[\"dp_shard\", \"cp\"]._flatten(\"dp_shard_cp\")",
          Effects.LAYOUT);
    }
    String dims = hybrid() ? "\"dp_replicate\", \"" + shard + "\"" : "\"" + shard + "\"";
    script.line(INDENT + "data_mesh = mesh[" + dims + "]");
  }

  private void prefetch() {
    if (p.sharding() == Sharding.PARAMETERS && o.parameters()) {
      script.setting(
          INDENT,
          "set_modules_to_forward_prefetch",
          "for here, ahead in zip(blocks, blocks[1:]):\n"
              + INDENT
              + "here.set_modules_to_forward_prefetch([ahead])\n"
              + INDENT
              + "ahead.set_modules_to_backward_prefetch([here])",
          effects.overlap(Hidden.PARAMETERS));
    }
  }

  private void context() {
    script.line("").line("");
    script.line("def split_sequence(mesh, buffers, sequence_dims):");
    boolean gather = p.contextKind() == ContextParallel.ALL_GATHER;
    script.setting(
        INDENT,
        "set_rotate_method",
        "set_rotate_method(\"" + (gather ? "allgather" : "alltoall") + "\")",
        Effects.LAYOUT);
    script.setting(
        INDENT,
        "context_parallel",
        "return context_parallel(\n"
            + INDENT
            + "mesh[\"cp\"], buffers=buffers, buffer_seq_dims=sequence_dims\n)",
        Effects.LAYOUT);
  }

  private void step() {
    script.line("").line("");
    script.line("def train_step(model, optimizer, micro_batches, loss_of):");
    script.line(INDENT + "for i, batch in enumerate(micro_batches):");
    String inner = INDENT + INDENT;
    if (t.microBatches() > 1) {
      script.setting(
          inner,
          "set_is_last_backward",
          "last = i + 1 == MICRO_BATCHES\nmodel.set_is_last_backward(last)",
          Effects.NO_TERM);
      script.off(
          inner,
          "set_requires_gradient_sync",
          "model.set_requires_gradient_sync(last)",
          Effects.NO_TERM);
      if (hybrid()) {
        script.setting(
            inner,
            "set_requires_all_reduce",
            "model.set_requires_all_reduce(last)",
            Effects.NO_TERM);
      }
    }
    script.line(inner + "loss = loss_of(model, batch) / MICRO_BATCHES");
    script.line(inner + "loss.backward()");
    script.line(INDENT + "optimizer.step()");
    script.line(INDENT + "optimizer.zero_grad()");
  }
}
