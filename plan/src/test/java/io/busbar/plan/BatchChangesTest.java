package io.busbar.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.plan.effect.Change;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchChangesTest {
  private static final String RACKS = "--model deepseek-v3 --cluster gb200-nvl72:8 --global-batch ";

  private static List<Change> batches(Planned planned) {
    return planned.changes().stream().filter(c -> c.code().startsWith("global-batch-")).toList();
  }

  @Test
  void a_batch_that_the_gpus_divide_comes_first_and_is_the_plan_of_that_batch() {
    // 576 GPUs and 2,048 sequences share 64: tp x pp x cp is a multiple of 9.
    Planned planned = Asked.planned(RACKS + 2048);

    Change first = planned.changes().getFirst();
    assertThat(first.setting()).isEqualTo("batch.global_batch");
    assertThat(first.why()).contains("576 GPUs share 2,048 sequences", "a multiple of 9");
    long batch = first.after().training().batch().globalBatch();
    Planned other = Asked.planned(RACKS + batch);
    assertThat(first.after().cost().step())
        .isCloseTo(other.situation().cost().step(), within(1e-12));
    assertThat(planned.answer().recommendations().getFirst().title()).contains("global batch");
    assertThat(batches(other)).isEmpty();
  }

  @Test
  void a_batch_that_divides_and_a_layout_that_is_given_stay() {
    assertThat(batches(Asked.planned(RACKS + 2304))).isEmpty();
    String given = "--model llama3-8b --cluster dgx-h100:3 --tp 2 --pp 3 --global-batch 64";
    assertThat(batches(Asked.planned(given))).isEmpty();
  }
}
