package io.busbar.plan.step;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.plan.Asked;
import io.busbar.plan.Times;
import io.busbar.plan.input.PlanFile;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every branch of the step model explains itself: its formulas give its figures. */
class StepReasonsTest {
  private static final String DENSE =
      "--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 4 --global-batch 256";

  @ParameterizedTest
  @ValueSource(
      strings = {
        DENSE + " --schedule gpipe --recompute full",
        DENSE + " --schedule 1f1b --recompute selective",
        DENSE + " --schedule interleaved --virtual-stages 5 --recompute modules",
        DENSE + " --schedule zb-1p --recompute per-operation --recompute-share 50%",
        DENSE + " --schedule zb-2p --recompute none",
        DENSE + " --schedule zb-v",
        DENSE + " --offload all --recompute none",
        DENSE + " --compute fp8 --attention-kernel flash-2",
        DENSE + " --stack megatron-2021 --attention-kernel unfused --schedule 1f1b",
        DENSE + " --cp 2 --context ring",
        DENSE + " --cp 2 --context all-gather",
        DENSE + " --cp 2 --context all-to-all",
        DENSE + " --trained adapters",
        "--model llama3-8b --cluster dgx-a100:4 --sharding parameters",
        "--model llama3-8b --cluster dgx-a100:4 --sharding parameters --shard-group 8",
        "--model llama3-8b --cluster dgx-a100:4 --sharding none --tp 2",
        "--model deepseek-v3 --cluster dgx-h100:64 --tp 1 --pp 8 --ep 32 --schedule dual-pipe"
            + " --global-batch 4096",
        "--model deepseek-v3 --cluster dgx-h100:64 --tp 1 --pp 16 --ep 32 --schedule 1f1b"
            + " --recompute full --global-batch 4096",
        "--model mixtral-8x7b --cluster dgx-h100:8 --tp 2 --pp 1 --ep 8 --compute fp8",
        "--model nemotron-h-56b --cluster dgx-h100:32 --tp 8 --pp 1",
        "--model qwen3-next-80b-a3b --cluster dgx-h100:32 --tp 1 --pp 1 --ep 8",
      })
  void every_formula_gives_its_figure(String options) {
    PlanFile file = Asked.file(options);
    var training = Asked.planned(options).situation().training();
    StepModel model = new StepModel(file.model(), file.cluster(), Times.NCCL);
    RecordingLedger ledger = new RecordingLedger();

    StepCost cost = model.evaluate(training, ledger);

    assertThat(cost).isEqualTo(model.evaluate(training, Ledger.OFF));
    Explained step = requireNonNull(ledger.get("step_s"));
    assertThat(step.value()).isEqualTo(cost.step());
    Set<String> leaves = new TreeSet<>();
    Reasons.checked(step, leaves);
    // What is computed from other figures is no leaf.
    assertThat(leaves.stream().filter(name -> name.endsWith("_s")))
        .doesNotContain("attention_s", "traffic_s", "backward_products_s", "ends_s");
  }
}
