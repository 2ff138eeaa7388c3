package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.StepBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchedulesTest {
  private static String refusal(Algorithm algorithm, CollectiveOp op, Locality locality) {
    String text = Schedules.refusal(algorithm, op, locality);
    assertThat(text).isNotNull();
    assertThatThrownBy(() -> Schedules.of(ScheduleRequest.of(op, algorithm, locality)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text);
    return String.valueOf(text);
  }

  @Test
  void a_refusal_says_which_algorithms_do_the_operation() {
    assertThat(refusal(Algorithm.TREE, CollectiveOp.ALL_GATHER, Locality.flat(4)))
        .isEqualTo(
            "tree does not do all-gather; choose from ring, recursive-doubling,"
                + " halving-doubling, pat, hierarchical, by-dimension, nvls, direct");
  }

  @Test
  void a_refusal_says_what_the_machine_lacks() {
    Locality many = Locality.uniform(2, 2);
    Locality one = Locality.oneNode(4);
    Locality ragged = new Locality(new int[] {0, 0, 1}, new int[] {0, 1, 0});
    Locality mixed = new Locality(new int[] {0, 1, 0, 1}, new int[4]);
    assertThat(refusal(Algorithm.NVLS, CollectiveOp.ALL_REDUCE, many))
        .isEqualTo("nvls works inside one node, not over 2");
    assertThat(refusal(Algorithm.NVLS_TREE, CollectiveOp.ALL_REDUCE, one))
        .isEqualTo("nvls-tree works over nodes, and there is one");
    assertThat(refusal(Algorithm.PXN, CollectiveOp.ALL_TO_ALL, ragged))
        .isEqualTo("pxn needs the same number of ranks on every node");
    assertThat(refusal(Algorithm.TWO_LEVEL, CollectiveOp.ALL_TO_ALL, mixed))
        .isEqualTo("two-level needs equal nodes whose ranks are numbered node by node, by rail");
    assertThat(refusal(Algorithm.HIERARCHICAL, CollectiveOp.ALL_GATHER, ragged))
        .isEqualTo("hierarchical needs the same number of ranks on every node for all-gather");
  }

  @ParameterizedTest
  @EnumSource
  void every_operation_has_an_algorithm_on_every_machine(CollectiveOp op) {
    Locality ragged = new Locality(new int[] {0, 0, 1}, new int[] {0, 1, 0});
    assertThat(Schedules.algorithms(op, ragged)).contains(Algorithm.DIRECT);
    assertThat(Schedules.algorithms(op)).contains(Algorithm.DIRECT);
  }

  /** An engine that keeps one order for each stream would wait for a step that it does not know. */
  @ParameterizedTest
  @EnumSource
  void every_step_is_in_a_stream_of_its_schedule(Algorithm algorithm) {
    for (Locality locality : List.of(Locality.uniform(8, 4), Locality.oneNode(4))) {
      for (CollectiveOp op : algorithm.operations()) {
        if (Schedules.refusal(algorithm, op, locality) == null) {
          ScheduleRequest request = ScheduleRequest.of(op, algorithm, locality);
          everyStepHasAStream(Schedules.of(request.withPieces(2).withRadix(2, 2)));
        }
      }
    }
  }

  private static void everyStepHasAStream(Schedule schedule) {
    StepBuffer step = new StepBuffer();
    for (int agent = 0; agent < schedule.agents(); agent++) {
      for (int channel = 0; channel < schedule.channels(); channel++) {
        RankProgram program = schedule.program(agent, channel);
        while (program.next(step)) {
          assertThat(step.stream()).as(schedule.toString()).isLessThan(schedule.streams());
        }
      }
    }
  }

  @Test
  void requests_out_of_range_are_refused() {
    ScheduleRequest request =
        ScheduleRequest.of(CollectiveOp.BROADCAST, Algorithm.RING, Locality.flat(4));
    assertThatThrownBy(() -> request.withRoot(4)).hasMessage("root 4 of 4 ranks");
    assertThatThrownBy(() -> request.withChannels(0)).hasMessage("channels 0; expected 1 or more");
    assertThatThrownBy(() -> request.withPieces(0)).hasMessage("pieces 0; expected 1 or more");
    assertThatThrownBy(() -> request.withAggregate(0)).hasMessageStartingWith("aggregate 0");
    assertThatThrownBy(() -> request.withRadix(1)).hasMessage("radix 1; expected 2 or more");
    assertThatThrownBy(() -> request.withRadix(0, 2)).hasMessage("radix 0; expected 1 or more");
  }

  @Test
  void switches_are_agents_above_the_ranks() {
    Schedule nvls =
        Schedules.of(
            ScheduleRequest.of(
                CollectiveOp.ALL_REDUCE, Algorithm.NVLS_TREE, Locality.uniform(3, 4)));
    assertThat(nvls.agents()).isEqualTo(12 + 2 * 3);
    assertThat(nvls.agent(5)).isEqualTo(new Agent(Agent.Kind.RANK, 1, 1, 0, 5));
    assertThat(nvls.agent(13)).hasToString("NVSwitch of node 1");
    assertThat(nvls.agent(16)).hasToString("NVSwitch of node 1, copies");
  }

  @Test
  void sharp_trees_have_a_root_per_rail() {
    // 10 nodes on radix 4: 3 leaves and a root for each of 2 rails.
    Schedule schedule =
        Schedules.of(
            ScheduleRequest.of(
                    CollectiveOp.ALL_REDUCE, Algorithm.COLLNET_DIRECT, Locality.uniform(10, 2))
                .withRadix(4));
    assertThat(schedule.agents()).isEqualTo(20 + 2 * 4);
    assertThat(schedule.agent(20)).hasToString("SHARP switch 0 of rail 0 on level 0");
    assertThat(schedule.agent(27)).hasToString("SHARP switch 0 of rail 1 on level 1");
    int[] children = new int[4];
    assertThat(schedule.sources(26, 0, children)).isEqualTo(3);
    assertThat(schedule.targets(20, 0, children)).isEqualTo(5);
    assertThatThrownBy(() -> schedule.agent(28)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
