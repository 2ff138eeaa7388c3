package io.busbar.model.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CutModelTest {
  private static ModelSpec named(String name) {
    return Objects.requireNonNull(Models.entry(name)).model();
  }

  private static List<Integer> counts(ModelSpec model) {
    return model.layers().stream().map(LayerGroup::count).toList();
  }

  @Test
  void dense_layers_before_experts_stay_the_first() {
    assertThat(named("deepseek-v3").leadingDense()).isEqualTo(3);
    assertThat(counts(named("deepseek-v3").withLayers(8))).containsExactly(3, 5);
    assertThat(counts(named("deepseek-v3").withLayers(2))).containsExactly(2);
  }

  @Test
  void kinds_that_alternate_keep_their_shares() {
    ModelSpec maverick = named("llama4-maverick");
    assertThat(maverick.leadingDense()).isZero();
    int cut = maverick.layerCount() / 2;
    assertThat(maverick.withLayers(cut).layerCount()).isEqualTo(cut);
  }

  @Test
  void parameters_are_those_of_the_layers_that_stay() {
    ModelSpec whole = named("llama3-70b");
    ModelSpec cut = whole.withLayers(12);
    long ends = whole.parameters().embedding() + whole.parameters().output() + 8192;
    long layer = (whole.parameters().total() - ends) / 80;
    assertThat(cut.parameters().total()).isEqualTo(ends + 12 * layer);
  }

  @Test
  void more_layers_than_the_model_has_are_refused() {
    assertThatThrownBy(() -> named("llama3-8b").withLayers(33))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
