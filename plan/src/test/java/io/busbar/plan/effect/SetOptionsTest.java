package io.busbar.plan.effect;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.model.training.Training;
import io.busbar.plan.Asked;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetOptionsTest {
  private static final String WHERE = "--model llama3-70b --cluster dgx-h100:16 ";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--tp 8 --pp 4 --global-batch 128",
        "--tp 8 --pp 4 --global-batch 128 --recompute full --recompute-share 50%",
        "--tp 8 --pp 4 --global-batch 128 --optimizer adam-bf16 --gradients bf16",
        "--tp 8 --pp 1 --sharding fsdp --global-batch 128",
        "--tp 8 --pp 4 --schedule zb-v --global-batch 128 --offload all",
        "--global-batch 128",
      })
  void typed_in_full_a_plan_is_itself(String options) {
    Training once = Asked.planned(WHERE + options).situation().training();
    StringBuilder all = new StringBuilder();
    for (Map.Entry<String, String> option : SetOptions.of(once).entrySet()) {
      all.append(option.getKey())
          .append(' ')
          .append(option.getValue().replace(" ", ""))
          .append(' ');
    }
    if (all.indexOf("--recompute none") >= 0) {
      all.delete(all.indexOf("--recompute-share"), all.indexOf("--trained"));
    }
    Training again = Asked.planned(WHERE + all).situation().training();
    assertThat(again.parallelism()).isEqualTo(once.parallelism());
    assertThat(again.batch()).isEqualTo(once.batch());
    assertThat(again.numerics()).isEqualTo(once.numerics());
    assertThat(again.recompute()).isEqualTo(once.recompute());
    assertThat(again.offload()).isEqualTo(once.offload());
    assertThat(SetOptions.between(once, again)).isEmpty();
  }

  @Test
  void only_what_changes_is_typed() {
    Training a = Asked.planned(WHERE + "--tp 8 --pp 4 --global-batch 128").situation().training();
    Training b =
        Asked.planned(WHERE + "--tp 8 --pp 4 --global-batch 128 --trained adapters")
            .situation()
            .training();
    assertThat(SetOptions.between(a, b)).contains("--trained adapters").doesNotContain("--tp");
  }
}
