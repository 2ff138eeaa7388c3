package io.busbar.plan.emit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.formats.calculon.ApplicationFile;
import io.busbar.formats.calculon.ExecutionFile;
import io.busbar.formats.calculon.SystemFile;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.hardware.NodeType;
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

  @Test
  void a_system_reads_back_as_the_cluster() {
    Situation plan = Plans.of(Plans.DENSE);
    String text = Emitter.emit(Framework.CALCULON_SYSTEM, plan);
    SystemFile file = SystemFile.read(root(text), problems);
    assertThat(problems.list()).isEmpty();
    NodeType node = plan.cluster().node();
    assertThat(file.matrix()).isCloseTo(node.gpu().bf16FlopPerSecond(), withPercentage(1e-6));
    assertThat(file.memory().bytes()).isCloseTo(node.gpu().memoryBytes(), withPercentage(1e-6));
    assertThat(file.networks()).hasSize(2);
    assertThat(file.networks().get(1).bytesPerSecond())
        .isCloseTo(node.networkBytesPerSecondPerGpu(), withPercentage(1e-6));
    assertThat(file.text()).isEqualTo(text);
  }

  @Test
  void all_that_is_wrong_with_a_system_is_told() {
    String wrong =
        """
        {"matrix": {"float16": {"tflops": -312}}, "vector": 3, "mem1": {"GiB": 80, "GBps": "fast"},
         "mem2": {"GiB": 512, "GBps": 32}, "network": [], "networks": [{"bandwidth": 300}]}
        """;
    SystemFile.read(root(wrong), problems);
    assertThat(problems.list().toString())
        .contains("matrix.tflops", "vector", "mem1.GBps", "networks.size", "did you mean")
        .contains("two networks or more");
  }
}
