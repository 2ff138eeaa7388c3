package io.busbar.app.exported;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.chakra.ChakraNode;
import io.busbar.formats.chakra.ChakraReader;
import io.busbar.simulate.step.StepTrace;
import io.busbar.simulate.step.StepTrace.Computation;
import io.busbar.simulate.step.StepTrace.Transfer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ChakraStepTest {
  private static final StepTrace STEP =
      new StepTrace(
          List.of(
              new Computation("layer 1", "forward", 10.4e-6, -1),
              new Computation("layer 1", "backward", 20.4e-6, 0),
              new Computation("optimizer", "optimizer", 5.4e-6, 1)),
          List.of(
              new Transfer("layer 1", CollectiveOp.ALL_GATHER, 4000, false, -1),
              new Transfer("layer 1", CollectiveOp.REDUCE_SCATTER, 8000, false, 1)));

  private static List<String> nodes(ChakraStep step, int rank) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    step.write(rank, out);
    List<String> read = new ArrayList<>();
    Problems problems = new Problems();
    ChakraReader.read(
        "t",
        new ByteArrayInputStream(out.toByteArray()),
        problems,
        (node, offset) -> {
          read.add(text(node));
          return true;
        });
    problems.throwIfAny();
    return read;
  }

  private static String text(ChakraNode node) {
    long[] waits = LongStream.range(0, node.waits()).map(i -> node.awaited((int) i)).toArray();
    String what =
        node.type() == ChakraNode.COLLECTIVE
            ? node.commType() + " of " + node.commSize() + " in " + node.group()
            : node.durationMicros() + " us";
    return node.id()
        + " "
        + node.name()
        + ": "
        + what
        + " after "
        + LongStream.of(waits).boxed().toList();
  }

  @Test
  void a_step_is_read_back_as_it_was_played() throws IOException {
    ChakraStep step =
        new ChakraStep(
            STEP,
            new ChakraStep.Groups(
                List.of(new int[] {0, 2}, new int[] {1, 3}), List.of(), List.of()));
    // 10.4, 20.4 and 5.4 us end at 10.4, 30.8 and 36.2: 10, 31 and 36.
    assertThat(nodes(step, 3))
        .containsExactly(
            "0 all_gather layer 1: 2 of 2000 in 2 after []",
            "1 forward layer 1: 10 us after []",
            "2 backward layer 1: 21 us after [1, 0]",
            "3 reduce_scatter layer 1: 7 of 8000 in 2 after [0, 2]",
            "4 optimizer optimizer: 5 us after [2, 3]");
    assertThat(step.groupsJson()).isEqualTo("{\n  \"1\": [0, 2],\n  \"2\": [1, 3]\n}\n");
  }

  @Test
  void shards_smaller_than_the_replicas_sum_what_they_reduced() throws IOException {
    ChakraStep step =
        new ChakraStep(
            STEP,
            new ChakraStep.Groups(
                List.of(new int[] {0, 1}, new int[] {2, 3}),
                List.of(new int[] {0, 2}, new int[] {1, 3}),
                List.of(new int[] {0, 1, 2, 3})));
    assertThat(nodes(step, 2))
        .contains(
            "3 reduce_scatter layer 1: 7 of 8000 in 2 after [0, 2]",
            "4 all_reduce layer 1: 0 of 4000 in 3 after [3, 2]",
            "5 optimizer optimizer: 5 us after [2, 4]");
    assertThat(step.groupsJson()).as("no experts exchange anything").doesNotContain("\"5\"");
  }

  @Test
  void a_rank_of_no_group_computes_only() throws IOException {
    ChakraStep step =
        new ChakraStep(
            STEP, new ChakraStep.Groups(List.of(new int[] {0, 1}), List.of(), List.of()));
    assertThat(nodes(step, 2)).hasSize(3).last().asString().endsWith("after [1]");
  }
}
