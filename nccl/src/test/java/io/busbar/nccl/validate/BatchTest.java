package io.busbar.nccl.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.measurements.Experiment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The published tables that are kept here, and the bands around the second batch. */
class BatchTest {
  private static final int TABLES = 80;

  private static Set<String> systems(List<Experiment> batch) {
    Set<String> systems = new HashSet<>();
    batch.forEach(e -> systems.add(e.system()));
    return systems;
  }

  @Test
  void no_system_is_in_both_batches() {
    assertThat(systems(Evidence.read("first")))
        .doesNotContainAnyElementsOf(systems(Evidence.read("second")));
  }

  @Test
  void every_table_has_all_its_points_a_source_and_a_prediction() {
    List<Experiment> all = new ArrayList<>(Evidence.read("first"));
    all.addAll(Evidence.read("second"));
    Prediction model = new Systems().predict();

    assertThat(all).hasSizeGreaterThan(TABLES);
    for (Experiment e : all) {
      assertThat(e.source()).as(e.id()).startsWith("https://");
      assertThat(e.points()).as(e.id()).isNotEmpty();
      assertThat(model.seconds(e, e.points().getFirst().sizeBytes())).as(e.id()).isPositive();
    }
  }

  /** Eight of ten, within what a dozen systems can tell. */
  @Test
  void bands_hold_eight_of_ten_points_of_systems_that_no_fit_has_seen() {
    assertThat(CollectiveAccuracy.coverage(Evidence.read("second"))).isBetween(0.70, 0.90);
  }
}
