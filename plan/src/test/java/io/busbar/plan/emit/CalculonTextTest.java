package io.busbar.plan.emit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.formats.calculon.ApplicationFile;
import io.busbar.formats.calculon.ExecutionFile;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.training.Parallelism;
import io.busbar.plan.effect.Situation;
import org.junit.jupiter.api.Test;

class CalculonTextTest {
  private final Problems problems = new Problems();

  private static Tree.Mapping root(String text) {
    return (Tree.Mapping) TreeReader.parse("c.json", text.getBytes(UTF_8));
  }

  @Test
  void an_execution_reads_back_as_the_plan() {
    Situation plan = Plans.of(Plans.DENSE);
    String text = Emitter.emit(Framework.CALCULON_EXECUTION, plan);
    ExecutionFile file = ExecutionFile.read(root(text), problems);
    assertThat(problems.list()).isEmpty();
    Parallelism p = plan.training().parallelism();
    assertThat(file.layout().tensor()).isEqualTo(p.tp());
    assertThat(file.layout().pipeline()).isEqualTo(p.pp());
    assertThat(file.layout().data()).isEqualTo(p.dp());
    assertThat(file.layout().interleaving()).isEqualTo(p.virtualStages());
    assertThat(file.batch().sequences()).isEqualTo((int) plan.training().batch().globalBatch());
    assertThat(file.text()).isEqualTo(text);
  }

  @Test
  void an_application_reads_back_as_the_model() {
    Situation plan = Plans.of(Plans.DENSE);
    String text = Emitter.emit(Framework.CALCULON_APPLICATION, plan);
    ApplicationFile file = ApplicationFile.read(root(text), problems);
    assertThat(problems.list()).isEmpty();
    assertThat(file.hidden()).isEqualTo(plan.model().hidden());
    assertThat(file.blocks()).isEqualTo(plan.model().layerCount());
    assertThat(file.sequence()).isEqualTo(plan.training().batch().sequence());
    assertThat(file.text()).isEqualTo(text);
  }

  @Test
  void what_calculon_has_no_word_for_is_refused() {
    Situation experts = Plans.of(Plans.EXPERTS);
    assertThatThrownBy(() -> Emitter.emit(Framework.CALCULON_APPLICATION, experts))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("dense feed-forward");
    assertThatThrownBy(() -> Emitter.emit(Framework.CALCULON_EXECUTION, experts))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("context or expert parallelism");
  }
}
