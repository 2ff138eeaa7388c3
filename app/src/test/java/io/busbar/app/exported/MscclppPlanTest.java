package io.busbar.app.exported;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.imported.MscclppPlans;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlocksOfSchedule;
import io.busbar.collective.onesided.OneSidedProof;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.formats.mscclpp.PlanBlock;
import io.busbar.formats.mscclpp.PlanFile;
import io.busbar.formats.mscclpp.PlanGpu;
import io.busbar.formats.mscclpp.PlanOp;
import io.busbar.formats.mscclpp.PlanReader;
import io.busbar.formats.mscclpp.PlanWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every schedule that MSCCL++ has a name for is written as a plan that is right again. */
class MscclppPlanTest {
  private static final List<Locality> MACHINES =
      List.of(Locality.oneNode(3), Locality.oneNode(8), Locality.uniform(2, 4));

  @ParameterizedTest
  @EnumSource(
      value = CollectiveOp.class,
      names = {"ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER", "ALL_TO_ALL"})
  void what_is_written_as_a_plan_is_read_and_proved(CollectiveOp op) throws IOException {
    int seen = 0;
    for (Locality machine : MACHINES) {
      for (Algorithm algorithm : Schedules.algorithms(op, machine)) {
        Schedule ours = Schedules.of(ScheduleRequest.of(op, algorithm, machine).withChannels(2));
        if (BlocksOfSchedule.refusal(ours) == null) {
          check(BlocksOfSchedule.of("ours", ours), machine.ranks() / machine.nodes());
          seen++;
        }
      }
    }
    assertThat(seen).isPositive();
  }

  private static void check(BlockAlgorithm blocks, int perNode) throws IOException {
    assertThat(MscclppPlan.refusal(blocks)).isNull();
    PlanFile plan = MscclppPlan.of(blocks, perNode, 0, 1 << 20);
    Problems problems = new Problems();
    Problems warnings = new Problems();
    byte[] text = PlanWriter.write(plan).getBytes(UTF_8);
    PlanFile again =
        PlanReader.read("plan.json", new ByteArrayInputStream(text), problems, warnings);
    assertThat(problems.list()).isEmpty();
    assertThat(warnings.list()).isEmpty();
    if (again == null) {
      throw new AssertionError("nothing was read");
    }
    assertThat(again.operations()).isEqualTo(plan.operations());
    List<String> notes = new ArrayList<>();
    assertThat(OneSidedProof.of(MscclppPlans.plan(again, "plan.json", notes)).faults()).isEmpty();
    for (PlanGpu gpu : again.gpus()) {
      for (PlanBlock block : gpu.blocks()) {
        assertThat(block.ops()).hasSizeLessThanOrEqualTo(PlanFile.MOST_OPERATIONS);
        assertThat(block.ops().stream().map(PlanOp::name)).doesNotContain("pipeline");
      }
    }
  }
}
