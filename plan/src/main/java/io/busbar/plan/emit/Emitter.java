package io.busbar.plan.emit;

import io.busbar.plan.effect.Situation;

/** Writes plans in the words of training frameworks and simulators. Stateless. */
public final class Emitter {
  private Emitter() {}

  /**
   * The plan as text to paste: a bash array for Megatron-LM, JSON below comment lines for DeepSpeed
   * ({@code grep -v '^#'} leaves pure JSON), Python for PyTorch. What the framework cannot say
   * stands at the top, but for SimAI and Calculon, whose files have no place for it. Effects are
   * evaluated one setting at a time against the plan.
   */
  public static String emit(Framework framework, Situation plan) {
    return switch (framework) {
      case TORCH_DDP -> new TorchDdpText(plan).text();
      case TORCH_FSDP2 -> new TorchFsdp2Text(plan).text();
      case MEGATRON -> new MegatronText(plan).text();
      case DEEPSPEED -> new DeepSpeedText(plan).text();
      case SIMAI -> new SimaiText(plan).text();
      case CALCULON_APPLICATION -> new CalculonText(plan).application();
      case CALCULON_EXECUTION -> new CalculonText(plan).execution();
      case CALCULON_SYSTEM -> CalculonSystem.of(plan.cluster()).text();
    };
  }
}
