package io.busbar.plan.emit;

import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.emit.Effects.Hidden;
import java.util.ArrayList;
import java.util.List;

/** What of a plan FSDP2 cannot say, or says differently. One per text; not thread-safe. */
final class TorchFsdp2Gaps {
  private final Training t;
  private final Parallelism p;
  private final Overlap o;
  private final Effects effects;

  TorchFsdp2Gaps(Situation plan, Effects effects) {
    this.t = plan.training();
    this.p = t.parallelism();
    this.o = t.overlap();
    this.effects = effects;
  }

  List<String> list() {
    List<String> out = new ArrayList<>();
    if (p.tp() > 1) {
      out.add(
          "the split inside layers of tp "
              + p.tp()
              + ": tp_plan names the model's modules"
              + (p.sequenceParallel()
                  ? ", with SequenceParallel() for norms. Effect of that: "
                      + effects.sequenceParallel()
                  : "."));
    }
    if (p.sharding() == Sharding.NONE || p.sharding() == Sharding.OPTIMIZER) {
      out.add(
          "sharding "
              + Script.word(p.sharding())
              + ": fully_shard always shards weights at rest; they are kept from forward to"
              + " backward. Effect: "
              + effects.sharding(Sharding.PARAMETERS, "as the model counts FSDP"));
    }
    if (p.sharding() == Sharding.PARAMETERS && !o.parameters()) {
      out.add(
          "gathers that wait: FSDP2 overlaps by itself. Effect: "
              + effects.overlap(Hidden.PARAMETERS));
    }
    if (p.pp() > 1 && p.sharding() == Sharding.PARAMETERS) {
      out.add(
          "gathers and reductions on every micro-batch, which the plan counts: the pipeline"
              + " schedules of PyTorch keep a stage gathered and reduce once per step.");
    }
    if (p.cp() > 1 && p.contextKind() == ContextParallel.ALL_TO_ALL) {
      out.add("cp by all-to-all: PyTorch's context_parallel sends keys and values round.");
    }
    leaveOutSchedule(out);
    Torch.leaveOut(t, effects, out);
    return out;
  }

  private void leaveOutSchedule(List<String> out) {
    PipelineSchedule s = p.schedule();
    if (p.pp() == 1) {
      return;
    }
    if (s == PipelineSchedule.ZERO_BUBBLE_1P || s == PipelineSchedule.ZERO_BUBBLE_2P) {
      out.add(
          "schedule "
              + s.written()
              + ": PyTorch has zero-bubble schedules only for several stages per rank; 1F1B is"
              + " set. Effect: "
              + effects.schedule(PipelineSchedule.ONE_F_ONE_B));
    } else if (s == PipelineSchedule.DUAL_PIPE) {
      out.add("dual-pipe: PyTorch has its V form, which holds no weights twice.");
    }
  }
}
