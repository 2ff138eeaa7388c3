package io.busbar.plan.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.formats.simai.WorkloadFile;
import io.busbar.formats.simai.WorkloadFile.Collective;
import io.busbar.formats.simai.WorkloadFile.Group;
import io.busbar.formats.simai.WorkloadFile.Layer;
import io.busbar.formats.simai.WorkloadFile.Pass;
import io.busbar.formats.simai.WorkloadReader;
import io.busbar.formats.simai.WorkloadWriter;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.step.StepCost;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimaiTextTest {
  private static WorkloadFile read(String text) throws IOException {
    Problems problems = new Problems();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    WorkloadFile file = WorkloadReader.read("w", new ByteArrayInputStream(bytes), problems);
    problems.throwIfAny();
    return file;
  }

  private static double sum(WorkloadFile file, Group group, ToDoubleFunction<Pass> what) {
    double sum = 0;
    for (Layer layer : file.layers()) {
      for (Pass pass : new Pass[] {layer.forward(), layer.inputGradient()}) {
        boolean counts = pass.group() == group && pass.collective() != Collective.NONE;
        sum += counts ? what.applyAsDouble(pass) : 0;
      }
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(strings = {Plans.DENSE, Plans.REPLICATED, Plans.EXPERTS})
  void a_workload_has_the_times_and_bytes_of_its_plan(String name) throws IOException {
    Situation plan = Plans.of(name);
    String text = Emitter.emit(Framework.SIMAI, plan);
    WorkloadFile file = read(text);
    assertThat(WorkloadWriter.text(file)).isEqualTo(text);
    StepCost cost = plan.cost();
    double ns =
        file.layers().stream()
            .mapToDouble(l ->
                l.forward().computeNs()
                    + l.inputGradient().computeNs()
                    + l.weightGradient().computeNs())
            .sum();
    double seconds =
        cost.compute()
            + cost.recompute()
            + cost.host()
            + cost.context().exposed()
            + cost.optimizer();
    assertThat(ns * 1e-9).isCloseTo(seconds, within(1e-4 * seconds));
    int tp = plan.training().parallelism().tp();
    double sent =
        sum(
            file,
            Group.OWN,
            pass ->
                pass.bytes()
                    * (pass.collective() == Collective.ALLREDUCE ? 2 : 1)
                    * (tp - 1.0)
                    / tp);
    assertThat(sent).isCloseTo(cost.tensor().bytes(), within(1e-6 * cost.tensor().bytes() + 1));
    int ep = plan.training().parallelism().ep();
    double moved = sum(file, Group.EP, pass -> pass.bytes() * (ep - 1.0) / ep);
    assertThat(moved).isCloseTo(cost.expert().bytes(), within(1e-6 * cost.expert().bytes() + 1));
    assertThat(file.number(WorkloadFile.GPUS, 0)).isEqualTo(plan.training().parallelism().gpus());
  }

  @Test
  void parameters_that_are_gathered_in_the_passes_have_no_place() {
    Situation plan = Plans.of(Plans.HYBRID);
    assertThatThrownBy(() -> Emitter.emit(Framework.SIMAI, plan))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("sharded parameters");
  }
}
