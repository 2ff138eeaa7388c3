package io.busbar.plan.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Stack;
import org.junit.jupiter.api.Test;

class StackTableTest {
  private final StackTable table = StackTable.standard();

  @Test
  void every_stack_has_a_framework_and_every_feature_a_name() {
    for (Stack stack : Stack.values()) {
      assertThat(table.of(stack)).as(stack.name()).isNotEmpty();
    }
    for (Feature feature : Feature.values()) {
      assertThat(Feature.named(feature.written())).isEqualTo(feature);
    }
    assertThat(table.all())
        .allSatisfy(f -> {
          assertThat(f.title()).isNotBlank();
          assertThat(f.release()).isNotBlank();
          assertThat(f.features()).isNotEmpty();
          assertThat(f.features().values()).allSatisfy(s -> assertThat(s.setting()).isNotBlank());
        });
  }

  @Test
  void schedules_that_only_some_frameworks_run() {
    assertThat(table.can(Stack.MEGATRON_CORE, Feature.of(PipelineSchedule.ONE_F_ONE_B))).isTrue();
    assertThat(table.can(Stack.MEGATRON_CORE, Feature.INTERLEAVED)).isTrue();
    assertThat(table.can(Stack.MEGATRON_CORE, Feature.ZB_V)).isFalse();
    assertThat(table.can(Stack.MEGATRON_CORE, Feature.DUAL_PIPE)).isFalse();
    assertThat(table.can(Stack.FSDP_COMPILED, Feature.ZB_V)).isTrue();
    assertThat(table.with(Feature.ZB_V)).extracting(StackFramework::name).contains("torchtitan");
  }
}
