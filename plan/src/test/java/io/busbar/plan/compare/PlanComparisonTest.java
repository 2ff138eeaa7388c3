package io.busbar.plan.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planner;
import io.busbar.plan.Times;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanComparisonTest {
  private final PlanAnswer one = plan("--pp", "4", "--virtual-stages", "1");
  private final PlanAnswer interleaved = plan("--pp", "4", "--virtual-stages", "5");

  @Test
  void the_parts_of_a_difference_add_up_to_it() {
    PlanComparison comparison =
        PlanComparison.of(List.of("A", "B", "C"), List.of(one, interleaved, plan("--pp", "8")));

    assertThat(comparison.differences()).hasSize(2);
    for (PlanComparison.Difference d : comparison.differences()) {
      double sum = d.parts().stream().mapToDouble(PlanComparison.PartDifference::seconds).sum();
      assertThat(sum).isCloseTo(d.stepS(), within(1e-9));
    }
  }

  @Test
  void a_plan_differs_from_itself_by_nothing() {
    PlanComparison comparison = PlanComparison.of(List.of("A", "B"), List.of(one, one));

    assertThat(comparison.differences().getFirst().stepS()).isZero();
    Report report = PlanComparisonReport.of(List.of("A", "B"), List.of(one, one), List.of());
    assertThat(((Block.Note) report.blocks().getFirst()).text()).isEqualTo("B takes as long as A.");
  }

  @Test
  void the_verdict_names_what_makes_the_difference_with_its_sign() {
    Report report =
        PlanComparisonReport.of(List.of("A", "B"), List.of(one, interleaved), List.of());

    assertThat(((Block.Note) report.blocks().getFirst()).text())
        .startsWith("B takes ")
        .contains("less than A")
        .contains("bubble −");
  }

  private static PlanAnswer plan(String... more) {
    Map<String, String> typed = new LinkedHashMap<>();
    typed.put("--model", "llama3-70b");
    typed.put("--cluster", "dgx-h100:16");
    typed.put("--tp", "8");
    for (int i = 0; i < more.length; i += 2) {
      typed.put(more[i], more[i + 1]);
    }
    PlanFile file = PlanFile.load(null, PlanOption.overlay(typed));
    return Planner.plan(new PlanQuestion(file, Times.NCCL, null, false, false)).answer();
  }
}
