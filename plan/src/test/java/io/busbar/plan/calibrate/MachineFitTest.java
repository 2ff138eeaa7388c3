package io.busbar.plan.calibrate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.scoring.Scores;
import io.busbar.collective.api.TimeModel;
import io.busbar.formats.csv.CsvTable;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.cluster.MachineConstant;
import io.busbar.plan.Times;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.step.StepModel;
import io.busbar.plan.validate.MeasuredStep;
import io.busbar.plan.validate.MeasuredSteps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MachineFitTest {
  private static final String HEADER =
      "id,model,layers,tp,pp,micro_batch,global_batch,seq_len,recompute,step_time_s\n";
  private static final Cluster NODE =
      requireNonNull(Clusters.parse("dgx-b200:1", Position.of("test"), new Problems()));

  /** Steps of four layouts, each as long as constants make it, times a factor. */
  private static List<MeasuredStep> made(StepConstants truth, double... factors) {
    StringBuilder rows = new StringBuilder(HEADER);
    String[] layouts = {"1,2,1,16", "2,1,1,16", "4,1,1,8", "8,1,1,4"};
    for (int i = 0; i < factors.length; i++) {
      rows.append(i).append(",llama3-70b,12,").append(layouts[i % 4]).append(",4096,none,1\n");
    }
    List<MeasuredStep> steps = new ArrayList<>();
    for (MeasuredStep s : MeasuredSteps.read(CsvTable.parse("test", rows.toString()), NODE)) {
      double seconds =
          new StepModel(s.model(), s.cluster(), truth, Times.NCCL)
              .evaluate(s.training(), Ledger.OFF)
              .step();
      steps.add(
          new MeasuredStep(
              s.id(),
              s.at(),
              s.model(),
              s.cluster(),
              s.training(),
              seconds * factors[steps.size()],
              s.predictedBytes(),
              null));
    }
    return steps;
  }

  @Test
  void finds_the_rate_that_made_the_steps() {
    StepConstants truth = StepConstants.standard().with(MachineConstant.SUSTAINED, NODE, 0.6);
    MachineFit.Result result = MachineFit.run(NODE, made(truth, 1, 1, 1, 1), List.of(), Times.NCCL);

    assertThat(result.constants().values().get(MachineConstant.SUSTAINED))
        .isCloseTo(0.6, withinPercentage(4));
    MachineFit.Medians errors = requireNonNull(result.answer().stepErrors());
    assertThat(errors.fitted()).isLessThan(0.02);
    assertThat(errors.usual()).isGreaterThan(0.1);
    // Nothing with experts was measured.
    assertThat(result.answer().kept().stream().map(MachineFit.Kept::constant))
        .contains(MachineConstant.HOST_LAYER_EXPERTS, MachineConstant.GROUPED_SHARE);
  }

  @Test
  void steps_that_contradict_each_other_are_refused() {
    List<MeasuredStep> steps = made(StepConstants.standard(), 1.3, 0.75, 1.3, 0.75);
    assertThatThrownBy(() -> MachineFit.run(NODE, steps, List.of(), Times.NCCL))
        .isInstanceOf(InputException.class);
  }

  @Test
  void kernels_alone_determine_rates() {
    String table =
        """
        op,m,n,k,count,bytes,time_us
        matmul,4096,8192,8192,,,600
        matmul,4096,28672,8192,,,2050
        matmul,4096,8192,28672,,,2060
        memory,,,,,8e9,1500
        memory,,,,,4e9,750
        """;
    MachineFit.Answer answer =
        MachineFit.run(
                NODE, List.of(), MeasuredOperators.read(CsvTable.parse("t", table)), Times.NCCL)
            .answer();
    assertThat(answer.fitted().stream().map(MachineFit.Fitted::constant))
        .contains(MachineConstant.SUSTAINED);
    assertThat(answer.operators()).hasSize(2);
    assertThat(answer.operators().getFirst().fitted())
        .isLessThan(answer.operators().getFirst().usual());
  }

  @Test
  void all_that_is_wrong_with_a_table_of_kernels_is_told_at_once() {
    String table = "op,m,n,k,time_us\nmatmull,1,1,1,1\nmatmul,0,8,,5\n";
    assertThatThrownBy(() -> MeasuredOperators.read(CsvTable.parse("ops.csv", table)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("did you mean 'matmul'")
        .hasMessageContaining("ops.csv:3");
  }

  /**
   * Eight published B200: four steps, whichever, predict the other 39 within 6 % (docs/accuracy.md
   * has more choices).
   */
  @Test
  void four_steps_of_a_published_node_predict_its_others() throws IOException {
    List<MeasuredStep> all = MeasuredSteps.read(CsvTable.parse("b200", resource()), NODE);
    assertThat(all).hasSize(43);
    Random random = new Random(7);
    List<Double> medians = new ArrayList<>();
    for (int choice = 0; choice < 9; choice++) {
      List<MeasuredStep> shuffled = new ArrayList<>(all);
      Collections.shuffle(shuffled, random);
      double[] errors = errors(shuffled.subList(0, 4), shuffled.subList(4, 43));
      medians.add(Scores.median(errors));
    }
    assertThat(Scores.median(medians.stream().mapToDouble(d -> d).toArray())).isLessThan(0.065);
  }

  static String resource() throws IOException {
    try (var in = requireNonNull(MachineFitTest.class.getResourceAsStream("b200-steps.csv"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static double[] errors(List<MeasuredStep> known, List<MeasuredStep> others) {
    StepConstants own = StepConstants.standard();
    try {
      own =
          own.on(NODE.withMachine(MachineFit.run(NODE, known, List.of(), Times.NCCL).constants()));
    } catch (InputException e) {
      // Refused: the usual constants stay.
    }
    StepConstants constants = own;
    TimeModel times = Times.NCCL.of(NODE);
    return others.stream().mapToDouble(s -> Math.abs(s.error(constants, times))).toArray();
  }
}
