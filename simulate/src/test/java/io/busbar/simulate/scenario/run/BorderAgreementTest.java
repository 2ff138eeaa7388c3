package io.busbar.simulate.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.answer.SimulationAnswer.End;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.report.SimulationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Algorithms on fabrics whose links upwards, or between groups, carry less than the NICs below
 * them: the formula is what flows take.
 */
class BorderAgreementTest {
  private static final String TREE =
      "{node: dgx-h100, nodes: 16, network: {leaf: {nodes: 4, oversubscription: 4:1}}}";
  private static final String DRAGONFLY =
      "{node: dgx-h100, nodes: 32, network: {topology: dragonfly+, leaf: {nodes: 4},"
          + " spine: {nodes: 8, oversubscription: 4:1}}}";

  @TempDir Path folder;

  private SimulationAnswer answer(String op, String algorithm, String cluster, String engine)
      throws IOException {
    Path file = folder.resolve("cluster.yaml");
    Files.writeString(file, cluster);
    Question question =
        new Question(
            op,
            new Question.Place(null, file.toString(), null, "400Gb/s", "500ns", null),
            new Question.Load(null, List.of("256MiB"), null, List.of(algorithm), null, "1MiB"),
            new Question.Network(
                List.of(engine),
                List.of("adaptive"),
                List.of("none"),
                4096,
                null,
                new Question.Transport(1, "on", null, 20, 7, List.of(), List.of()),
                List.of()),
            1);
    return (SimulationAnswer) SimulationReport.of(question, () -> 0).answer();
  }

  private double seconds(String op, String algorithm, String cluster, String engine)
      throws IOException {
    Double seconds = answer(op, algorithm, cluster, engine).completionS();
    return seconds == null ? Double.NaN : seconds;
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce, ring, 3",
    "all_gather, ring, 2",
    "all_reduce, tree, 3",
    "all_reduce, nvls-tree, 4",
    "all_reduce, halving-doubling, 4",
    "alltoall, direct, 1",
    "alltoall, pairwise, 4",
    "broadcast, binomial, 1",
  })
  void the_formula_on_a_tree_is_what_flows_take(String op, String algorithm, double percent)
      throws IOException {
    double flow = seconds(op, algorithm, TREE, "flow");
    assertThat(seconds(op, algorithm, TREE, "closed")).isCloseTo(flow, withPercentage(percent));
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce, ring, 3",
    "all_gather, ring, 2",
    "all_reduce, tree, 4",
    "alltoall, direct, 1",
  })
  void the_formula_on_a_dragonfly_is_what_flows_take(String op, String algorithm, double percent)
      throws IOException {
    double flow = seconds(op, algorithm, DRAGONFLY, "flow");
    assertThat(seconds(op, algorithm, DRAGONFLY, "closed"))
        .isCloseTo(flow, withPercentage(percent));
  }

  /** Eight rings of a node need the links of one NIC each; a pair of groups has four for them. */
  @Test
  void a_ring_gets_the_links_of_one_pair_of_groups() throws IOException {
    String narrow = DRAGONFLY.replace("4:1", "8:1");
    double open = seconds("all_gather", "ring", DRAGONFLY, "closed");
    double closed = seconds("all_gather", "ring", narrow, "closed");
    assertThat(closed).isGreaterThan(1.9 * open);
    assertThat(closed).isCloseTo(seconds("all_gather", "ring", narrow, "flow"), withPercentage(4));
  }

  /** Its messages share NICs only, so what they take over a narrow border is no time to use. */
  @Test
  void a_time_below_the_bound_is_said_to_be_one() throws IOException {
    SimulationAnswer answer = answer("alltoall", "direct", TREE, "message");
    assertThat(answer.end()).isEqualTo(End.DONE);
    Double seconds = answer.completionS();
    assertThat(seconds).isNotNull().isLessThan(answer.boundS());
  }

  @Test
  void switches_of_two_levels_reduce_in_every_engine() throws IOException {
    for (String engine : List.of("message", "flow")) {
      assertThat(answer("all_reduce", "collnet-direct", TREE, engine).end()).isEqualTo(End.DONE);
    }
  }
}
