package io.busbar.plan.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.report.Block;
import io.busbar.plan.Asked;
import io.busbar.plan.Planned;
import io.busbar.plan.compare.CompareAnswer.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final String MODEL = "--model llama3-70b --tp 8 --pp 4 ";

  @Test
  void plans_side_by_side_at_the_same_tokens() {
    CompareAnswer c =
        Comparison.of(
            List.of(
                Asked.planned(MODEL + "--cluster dgx-h100:16 --global-batch 128"),
                Asked.planned(MODEL + "--cluster dgx-h100:32 --global-batch 256")));
    assertThat(c.tokens()).isEqualTo(128 * 8192);
    Figures all = c.time().getFirst();
    // The second does twice the tokens on twice the GPUs, so these take about half as long.
    assertThat(all.values().get(1)).isCloseTo(all.values().getFirst() / 2, within(0.05));
    assertThat(c.fastest()).isEqualTo(1);
    for (int plan = 0; plan < 2; plan++) {
      int p = plan;
      double parts = c.time().stream().skip(1).mapToDouble(f -> f.values().get(p)).sum();
      assertThat(parts).isCloseTo(all.values().get(p), within(1e-9 * parts));
    }
    assertThat(c.inputs())
        .extracting(CompareAnswer.Input::option)
        .contains("--cluster", "--global-batch")
        .doesNotContain("--tp", "--model");
    double peak = c.memory().getFirst().values().getFirst();
    double parts = c.memory().stream().skip(2).mapToDouble(f -> f.values().getFirst()).sum();
    assertThat(parts).isCloseTo(peak, within(1e-6 * peak));
    assertThat(CompareReport.of(c).blocks()).hasSizeGreaterThan(4);
  }

  @Test
  void the_fastest_fits() {
    CompareAnswer c =
        Comparison.of(
            List.of(
                Asked.planned(MODEL + "--cluster dgx-h100:16 --global-batch 128"),
                Asked.planned(
                    "--model llama3-70b --cluster dgx-h100:16 --tp 1 --pp 1 --sharding none"
                        + " --global-batch 128")));
    assertThat(c.fastest()).isZero();
  }

  @Test
  void the_parts_of_a_difference_add_up_to_it() {
    CompareAnswer c =
        Comparison.of(
            List.of(plan("--virtual-stages 1"), plan("--virtual-stages 5"), plan("--tp 4")));
    assertThat(c.differences())
        .extracting(CompareAnswer.Difference::letter)
        .containsExactly("B", "C");
    for (CompareAnswer.Difference d : c.differences()) {
      double sum = d.parts().stream().mapToDouble(CompareAnswer.Part::seconds).sum();
      assertThat(sum).isCloseTo(d.seconds(), within(1e-9));
    }
  }

  @Test
  void a_plan_differs_from_itself_by_nothing() {
    CompareAnswer c = Comparison.of(List.of("A", "C"), List.of(plan(""), plan("")));
    assertThat(c.differences().getFirst().seconds()).isZero();
    assertThat(reasons(c)).isEqualTo("C takes as long as A.");
  }

  @Test
  void the_verdict_names_what_makes_the_difference_with_its_sign() {
    CompareAnswer c =
        Comparison.of(List.of(plan("--virtual-stages 1"), plan("--virtual-stages 5")));
    assertThat(reasons(c)).startsWith("B takes ").contains("less than A").contains("bubble −");
  }

  private static String reasons(CompareAnswer c) {
    return ((Block.Note) CompareReport.of(c).blocks().get(1)).text();
  }

  private static Planned plan(String more) {
    String tp = more.contains("--tp") ? "" : "--tp 8 ";
    return Asked.planned("--model llama3-70b --pp 4 --cluster dgx-h100:16 " + tp + more);
  }
}
