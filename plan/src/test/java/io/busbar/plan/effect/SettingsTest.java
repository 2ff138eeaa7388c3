package io.busbar.plan.effect;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.model.training.Training;
import io.busbar.plan.Asked;
import io.busbar.plan.Planned;
import io.busbar.plan.fit.Fit;
import io.busbar.plan.memory.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
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
    Map<String, String> keys = Settings.of(once);
    if ("none".equals(keys.get("recompute"))) {
      keys.remove("recompute_share");
    }
    String all = Settings.typed(keys);
    Training again = Asked.planned(WHERE + all).situation().training();
    assertThat(again.parallelism()).isEqualTo(once.parallelism());
    assertThat(again.batch()).isEqualTo(once.batch());
    assertThat(again.numerics()).isEqualTo(once.numerics());
    assertThat(again.recompute()).isEqualTo(once.recompute());
    assertThat(again.offload()).isEqualTo(once.offload());
    assertThat(Settings.between(once, again)).isEmpty();
  }

  @Test
  void only_what_changes_is_typed() {
    Training a = Asked.planned(WHERE + "--tp 8 --pp 4 --global-batch 128").situation().training();
    Training b =
        Asked.planned(WHERE + "--tp 8 --pp 4 --global-batch 128 --trained adapters")
            .situation()
            .training();
    assertThat(Settings.typed(Settings.between(a, b)))
        .contains("--trained adapters")
        .doesNotContain("--tp");
  }

  @Test
  void what_makes_a_nearest_fit_is_that_plan() {
    String asked = "--model llama3-70b --cluster dgx-h100:4 --tp 1 --pp 1 --global-batch 128";
    Planned over = Asked.planned(asked);
    assertThat(over.fits()).isNotEmpty();
    for (Fit fit : over.fits()) {
      Map<String, String> keys = new LinkedHashMap<>(Map.of("model", "llama3-70b"));
      keys.put("cluster", "dgx-h100:4");
      keys.put("batch.global_batch", "128");
      keys.putAll(Settings.making(fit.planned(), fit.situation()));
      keys.values().removeIf(String::isEmpty);
      Situation made = Asked.planned(Settings.typed(keys)).situation();
      assertThat(made.training()).as("%s", fit.changes()).isEqualTo(fit.situation().training());
      assertThat(made.verdict()).isNotEqualTo(Verdict.DOES_NOT_FIT);
    }
  }
}
