package io.busbar.plan.emit;

import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;
import java.util.List;

/** Words that the texts for PyTorch share. Stateless. */
final class Torch {
  static final String INDENT = "    ";

  private Torch() {}

  /** The type in which linear layers can compute without further libraries. */
  static String computeType(Training t) {
    return switch (t.numerics().compute()) {
      case FP32 -> "torch.float32";
      case FP16 -> "torch.float16";
      default -> "torch.bfloat16";
    };
  }

  /** The type of a value of so many bytes. */
  static String type(Training t, double bytes) {
    return bytes > 2 ? "torch.float32" : computeType(t);
  }

  /** What neither DDP nor FSDP2 says by itself. */
  static void leaveOut(Training t, Effects effects, List<String> out) {
    if (t.parallelism().ep() > 1) {
      out.add(
          "ep "
              + t.parallelism().ep()
              + ": experts are split in the model's code, not by PyTorch.");
    }
    if (t.numerics().compute().bytes() < 2) {
      out.add(
          "linear layers in "
              + Script.word(t.numerics().compute())
              + ": needs torchao or Transformer Engine in the model; BF16 is set. Effect: "
              + effects.precision());
    }
    if (t.recompute() != Recompute.NONE && t.recompute() != Recompute.FULL) {
      out.add(
          "recomputation ("
              + Script.word(t.recompute())
              + "): a policy for torch.utils.checkpoint in the model's code. Effect: "
              + effects.recompute());
    }
    if (t.trained() == Trained.ADAPTERS) {
      out.add("adapters: frozen weights and adapters are set up in the model's code.");
    }
    if (t.numerics().compute() == Precision.FP16) {
      out.add("loss scaling: FP16 needs a gradient scaler round backward and step.");
    }
  }

  /** Constants at the head of the program: what it computes with at once, and how long it is. */
  static void batch(Script script, Training t, String accumulation, Effects effects) {
    script.setting("", "MICRO_BATCH", "MICRO_BATCH = " + t.batch().microBatch(), Effects.LAYOUT);
    script.setting("", accumulation, accumulation + " = " + t.microBatches(), Effects.LAYOUT);
    script.setting("", "SEQUENCE", "SEQUENCE = " + t.batch().sequence(), Effects.LAYOUT);
    if (t.recompute() == Recompute.FULL && t.recomputeShare() < 1) {
      script.setting(
          "", "RECOMPUTED_SHARE", "RECOMPUTED_SHARE = " + t.recomputeShare(), effects.recompute());
    }
  }

  /** How many blocks are recomputed, as an expression over {@code blocks}. */
  static String recomputed(Training t) {
    return t.recomputeShare() >= 1 ? "len(blocks)" : "round(RECOMPUTED_SHARE * len(blocks))";
  }
}
