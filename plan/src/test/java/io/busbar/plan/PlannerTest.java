package io.busbar.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import io.busbar.base.report.Finding;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.DimensionSummary;
import io.busbar.plan.answer.PlanAnswer.EffectSummary;
import io.busbar.plan.answer.PlanAnswer.LayoutChoice;
import io.busbar.plan.answer.PlanAnswer.ScalingPoint;
import io.busbar.plan.answer.PlanAnswer.StepPart;
import io.busbar.plan.input.PlanFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worked example of a 70B model on 1,024 H100, and what holds for every plan. */
class PlannerTest {
  private static final String WORKED =
      "--model llama3-70b --cluster dgx-h100:128 --tp 8 --pp 4 --sequence 8192 --global-batch 512"
          + " --micro-batch 1 --gradient-reduce bf16 --price $3/h";

  private static PlanAnswer plan(String text) {
    return planned(text, false).answer();
  }

  private static Planned planned(String text, boolean explain) {
    PlanFile file = Asked.file(text);
    return Planner.plan(new PlanQuestion(file, Times.NCCL, null, explain, false));
  }

  @Test
  void gradients_of_the_worked_example_are_a_shard_per_gpu() {
    PlanAnswer a = plan(WORKED);
    // 70,553,706,496 parameters · 2 B / (8·4)
    assertThat(a.parameters()).isEqualTo(70_553_706_496L);
    assertThat(a.gradientBytesPerGpu()).isCloseTo(4.41e9, within(0.005e9));
    assertThat(a.gradientBytesHeaviest()).isCloseTo(4.54e9, within(0.005e9));
    // 2·31/32·4.41 GB / 50 GB/s
    assertThat(a.dpAllreduceLineRateS()).isCloseTo(0.171, within(0.0005));
    // nominal 70.0e9: 2·31/32·4.375 GB / 50 GB/s
    assertThat(a.dpAllreduceLineRateS() * 70.0e9 / a.parameters()).isCloseTo(0.170, within(0.0005));
  }

  @Test
  void the_published_layout_of_deepseek_v3_is_planned_with_its_schedule() {
    PlanAnswer a =
        plan("--model deepseek-v3 --cluster h800:2048 --tp 1 --pp 16 --ep 64 --schedule dual-pipe");
    assertThat(a.fits()).isEmpty(); // the plan itself does
    // 14.8 T tokens in 2.664 M GPU-hours: 19.9 s a step; we recompute more than they had to.
    assertThat(a.stepS()).isBetween(18.0, 25.0);
  }

  @Test
  void bubbles_of_the_worked_example_in_both_conventions() {
    PlanAnswer plain = plan(WORKED + " --schedule 1f1b");
    assertThat(plain.microBatches()).isEqualTo(16);
    assertThat(plain.bubbleOverIdeal()).isCloseTo(0.188, within(0.0006));
    assertThat(plain.bubbleShare()).isCloseTo(0.158, within(0.0006));
    PlanAnswer interleaved = plan(WORKED + " --schedule interleaved --virtual-stages 5");
    assertThat(interleaved.bubbleOverIdeal()).isCloseTo(0.038, within(0.0006));
    assertThat(interleaved.bubbleShare()).isCloseTo(0.036, within(0.0006));
    assertThat(interleaved.stepS()).isLessThan(plain.stepS());
  }

  @Test
  void states_of_the_worked_example() {
    // (6 + 12/32) B · 2.205e9, and 18 B · 2.205e9 without a sharded optimizer
    assertThat(plan(WORKED).stateBytesPerGpu()).isCloseTo(14.1e9, within(0.05e9));
    assertThat(plan(WORKED + " --sharding none").stateBytesPerGpu())
        .isCloseTo(39.7e9, within(0.05e9));
    assertThat(plan(WORKED).memory().verdict()).isEqualTo("fits");
  }

  @Test
  void the_step_of_the_worked_example_is_near_the_hand_computation() {
    // About 4.3 s without virtual stages, at 3.43 to 3.67 s of computing.
    assertThat(plan(WORKED).stepS()).isBetween(4.0, 5.2);
    assertThat(plan(WORKED).gradientBudget().shareWithoutOverlap()).isBetween(0.03, 0.06);
    assertThat(plan(WORKED).gradientBudget().met()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        WORKED,
        WORKED + " --schedule interleaved --virtual-stages 5",
        "--model llama3-8b --cluster dgx-h100:1 --tp 1 --pp 1 --global-batch 64",
        "--model mixtral-8x7b --cluster dgx-h100:8 --tp 2 --pp 2 --ep 8 --global-batch 256",
        "--model llama2-13b --cluster dgx-a100:32 --tp 8 --pp 1 --global-batch 1024",
        "--model llama3-8b --cluster dgx-h100:4 --tp 1 --pp 1 --sharding fsdp --global-batch 128",
        "--model llama3-8b --cluster dgx-h100:4 --tp 2 --pp 1 --cp 4 --sequence 32768"
            + " --global-batch 32",
        "--model llama3-70b --cluster gb200-nvl72:2 --tp 4 --pp 4 --global-batch 288",
        "--model llama3-8b --cluster dgx-h100:2 --tp 1 --pp 1 --trained adapters"
            + " --global-batch 64"
      })
  void what_is_told_adds_up(String options) {
    PlanAnswer a = plan(options);
    double parts = a.stepParts().stream().mapToDouble(StepPart::seconds).sum();
    assertThat(parts).isCloseTo(a.stepS(), within(1e-9 * a.stepS()));
    assertThat(a.stepParts()).allSatisfy(p -> assertThat(p.seconds()).isNotNegative());
    assertThat(a.fixedS() + a.perMicroBatchS() * a.microBatches())
        .isCloseTo(a.stepS(), within(1e-9 * a.stepS()));
    for (DimensionSummary d : a.communication()) {
      assertThat(d.exposedS()).isBetween(0.0, d.totalS() * (1 + 1e-9));
    }
    assertThat(a.mfuCausal()).isBetween(0.05, 0.75);
    assertThat(a.mfuFull()).isGreaterThanOrEqualTo(a.mfuCausal());
    assertThat(a.tokensPerS() * a.stepS())
        .isCloseTo(a.globalBatchTokens(), within(1e-6 * a.globalBatchTokens()));
    for (ScalingPoint point : a.scaling().weak()) {
      double losses = point.lossShares().stream().mapToDouble(StepPart::share).sum();
      assertThat(losses).isCloseTo(1 - point.efficiency(), within(1e-9));
    }
    assertThat(a.recommendations()).allSatisfy(PlannerTest::fits);
  }

  private static void fits(Finding recommendation) {
    assertThat(recommendation.evidence().toString()).doesNotContain("does not fit");
    assertThat(recommendation.title()).contains(" -> ");
  }

  @Test
  void effects_are_the_model_with_and_without() {
    PlanAnswer a = plan(WORKED);
    EffectSummary interleaved =
        a.effects().stream()
            .filter(e -> e.change().equals("interleave 5 virtual stages"))
            .findFirst()
            .orElseThrow();
    assertThat(interleaved.stepS())
        .isEqualTo(plan(WORKED + " --schedule interleaved --virtual-stages 5").stepS());
    assertThat(a.effects())
        .extracting(EffectSummary::change)
        .contains(
            "with SHARP", "without GPUDirect RDMA", "do not overlap gradients and parameters");
    EffectSummary staged =
        a.effects().stream()
            .filter(e -> e.change().startsWith("without GPUDirect"))
            .findFirst()
            .orElseThrow();
    assertThat(staged.gainShare()).isNegative();
  }

  @Test
  void a_tensor_group_that_leaves_its_domain_is_called_out_with_its_cost() {
    PlanAnswer a = plan(WORKED.replace("--tp 8", "--tp 16"));
    assertThat(a.findings())
        .anySatisfy(f -> {
          assertThat(f.code()).isEqualTo("tensor-parallel-leaves-domain");
          assertThat(f.title()).contains("16").contains("per step");
        });
    assertThat(a.stepS()).isGreaterThan(plan(WORKED).stepS());
  }

  @Test
  void an_open_layout_gives_the_five_best_that_fit() {
    PlanAnswer a = plan("--model llama3-8b --cluster dgx-h100:4 --global-batch 256");
    assertThat(a.layouts()).hasSizeBetween(2, 5);
    List<Double> steps = a.layouts().stream().map(LayoutChoice::stepS).toList();
    assertThat(steps).isSorted();
    assertThat(a.stepS()).isEqualTo(steps.getFirst());
    assertThat(a.layouts())
        .allSatisfy(l -> assertThat(l.verdict()).isNotEqualTo("does not fit"))
        .allSatisfy(l -> assertThat(l.why()).isNotEmpty());
    // No layout of the same request that a user could type beats it.
    for (int tp : new int[] {1, 2, 4, 8}) {
      PlanAnswer typed =
          plan("--model llama3-8b --cluster dgx-h100:4 --global-batch 256 --pp 1 --tp " + tp);
      if (!typed.memory().verdict().equals("does-not-fit")) {
        assertThat(a.stepS()).isLessThanOrEqualTo(typed.stepS() * (1 + 1e-12));
      }
    }
  }

  @Test
  void a_model_that_fits_nowhere_is_answered_all_the_same() {
    PlanAnswer a = plan("--model llama3.1-405b --cluster dgx-h100:1");
    assertThat(a.memory().verdict()).isEqualTo("does-not-fit");
    assertThat(a.findings()).extracting(Finding::code).contains("out-of-memory");
  }

  @Test
  void what_a_pinned_layout_leaves_open_is_searched_within_it() {
    String pinned = "--model llama3.1-405b --cluster dgx-h100:2048 --tp 8 --pp 16";
    PlanAnswer a = plan(pinned);
    // 126 layers with embedding and loss as one each: 16 x 8 chunks of one.
    assertThat(a.layout().schedule()).isEqualTo("interleaved");
    assertThat(a.layout().virtualStages()).isEqualTo(8);
    assertThat(a.globalBatchSequences()).isEqualTo(2048);
    assertThat(a.assumptions().getFirst())
        .startsWith("schedule interleaved with 8 virtual stages, micro-batch 1: the fastest of");
    for (String given : List.of(" --schedule 1f1b", " --virtual-stages 4", " --micro-batch 2")) {
      assertThat(plan(pinned + given).stepS()).isGreaterThanOrEqualTo(a.stepS());
    }
  }

  @Test
  void what_the_stack_cannot_run_is_not_proposed_but_kept_when_asked_for() {
    String model = "--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 4 --global-batch 128";
    assertThat(plan(model).layout().schedule()).isEqualTo("interleaved");
    assertThat(plan(model + " --schedule zb-v").layout().schedule()).isEqualTo("zb-v");
    PlanAnswer titan = plan(model + " --stack fsdp-compiled");
    assertThat(titan.layout().schedule()).isIn("interleaved", "zb-v", "dual-pipe");
  }

  @Test
  void a_measured_step_is_explained() {
    PlanFile file = Asked.file(WORKED);
    PlanAnswer slow = Planner.plan(new PlanQuestion(file, Times.NCCL, 6.0, false, false)).answer();
    assertThat(slow.gap()).isNotNull();
    assertThat(slow.gap().hypotheses()).isNotEmpty();
    assertThat(slow.gap().ratio()).isCloseTo(6.0 / slow.stepS(), within(1e-12));
    PlanAnswer same =
        Planner.plan(new PlanQuestion(file, Times.NCCL, slow.stepS(), false, false)).answer();
    assertThat(same.gap().hypotheses()).isEmpty();
  }

  @Test
  void every_printed_formula_gives_its_number() {
    for (String options :
        List.of(
            WORKED,
            "--model mixtral-8x7b --cluster dgx-h100:8 --tp 2 --pp 2 --ep 8"
                + " --global-batch 256 --recompute full",
            "--model mixtral-8x7b --cluster dgx-h100:8 --tp 4 --pp 1 --ep 8",
            "--model llama3-8b --cluster dgx-h100:4 --tp 1 --pp 1 --sharding parameters",
            "--model llama3-8b --cluster dgx-h100:4 --tp 2 --pp 1 --sharding none",
            "--model llama3-8b --cluster dgx-h100:4 --tp 2 --pp 1 --cp 4 --sequence 131072",
            "--model llama3-8b --cluster dgx-h100:1 --tp 8 --pp 1")) {
      List<Explained> roots = planned(options, true).reasons();
      assertThat(roots).extracting(e -> e.term().name()).contains("dp_allreduce_line_rate_s");
      assertThat(roots).anySatisfy(root -> assertThat(root.find("step_s")).isNotNull());
      roots.forEach(PlannerTest::evaluateAgain);
    }
  }

  /** Exchanges in a layer, between stages and among replicas end at rates of links. */
  @Test
  void reasons_go_down_to_links() {
    List<Explained> roots =
        planned("--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 4", true).reasons();
    for (String name : List.of("layer_exposed_s", "send_s", "data_parallel_s")) {
      Explained term =
          roots.stream()
              .map(root -> root.find(name))
              .filter(found -> found != null)
              .findFirst()
              .orElseThrow();
      String link = name.equals("layer_exposed_s") ? "inside_line_bytes_per_s" : "nics_bytes_per_s";
      assertThat(term.find(link)).as(name).isNotNull();
    }
  }

  private static void evaluateAgain(Explained e) {
    String formula = e.term().formula();
    if (formula != null) {
      double again =
          Formula.of(formula)
              .evaluate(name ->
                  e.inputs().stream()
                      .filter(i -> i.term().name().equals(name))
                      .findFirst()
                      .orElseThrow()
                      .value());
      assertThat(again)
          .as("%s = %s", e.term().name(), formula)
          .isCloseTo(e.value(), within(1e-9 * Math.abs(e.value()) + 1e-15));
    }
    e.inputs().forEach(PlannerTest::evaluateAgain);
  }

  @Test
  void a_faster_network_is_never_slower() {
    String text = "--model llama3-70b --cluster %s --tp 8 --pp 4 --global-batch 512";
    double slow = plan(text.formatted("dgx-a100:128")).stepS();
    double fast = plan(text.formatted("dgx-h100:128")).stepS();
    assertThat(fast).isLessThan(slow);
  }
}
