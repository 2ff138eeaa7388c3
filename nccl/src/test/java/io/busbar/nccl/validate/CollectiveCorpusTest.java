package io.busbar.nccl.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.formats.measurements.ExperimentsReader;
import io.busbar.nccl.time.TimeConstants;
import io.busbar.nccl.validate.CollectiveValidation.MacroScore;
import io.busbar.nccl.validate.CollectiveValidation.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Accuracy on the published measurements, and the page that tells of it. */
class CollectiveCorpusTest {
  private static final Path CORPUS = Path.of("../../shared/corpus/measurements");
  private static final double ELSEWHERE = 1.1;

  private static List<Experiment> experiments = List.of();
  private static Summary summary;

  @BeforeAll
  static void read() {
    assumeTrue(
        Files.isRegularFile(CORPUS.resolve("index.yaml")),
        "the published measurements are not at " + CORPUS);
    experiments = ExperimentsReader.read(CORPUS).experiments();
    summary = CollectiveValidation.run(experiments, new Systems().predict(), List.of()).summary();
  }

  @Test
  void errors_keep_within_what_is_asked_of_them() {
    assertWithin(summary.regimes().bandwidth(), 0.08, 0.25);
    assertWithin(summary.regimes().transition(), 0.20, 0.50);
    assertWithin(summary.regimes().latency(), 0.25, 0.60);
  }

  private static void assertWithin(MacroScore score, double median, double p90) {
    assertThat(score.medianError()).isLessThanOrEqualTo(median);
    assertThat(score.p90Error()).isLessThanOrEqualTo(p90);
  }

  @Test
  void every_healthy_experiment_has_a_prediction() {
    long healthy = experiments.stream().filter(e -> e.healthy() == Health.YES).count();

    assertThat((long) summary.nHealthyExperiments()).isEqualTo(healthy);
  }

  /** ASTRA-sim publishes 9.7 to 20.6 % for all_reduce on 2 to 8 H100. */
  @Test
  void all_reduce_on_h100_nodes_beats_the_published_simulator() {
    List<Experiment> h100 =
        experiments.stream()
            .filter(e -> e.healthy() == Health.YES && e.machine().gpu().equals("H100"))
            .filter(e -> e.collective().equals("all_reduce") && e.job().nodes() == 1)
            .toList();
    Summary scores = CollectiveValidation.run(h100, new Systems().predict(), List.of()).summary();

    assertThat(scores.regimes().bandwidth().medianError()).isLessThan(0.097);
    assertThat(scores.all().medianError()).isLessThan(0.15);
  }

  @Test
  void few_constants_are_fitted() {
    assertThat(CollectiveFit.free(TimeConstants.standard())).hasSizeLessThanOrEqualTo(30);
  }

  /** A constant that one system alone decides would be a label of that system. */
  @Test
  void no_fitted_constant_is_used_by_a_single_system() {
    users().forEach((constant, systems) -> assertThat(systems).as(constant).hasSizeGreaterThan(1));
  }

  /** Systems of the collection and the first batch, which the constants were fitted to. */
  private static Map<String, Set<String>> users() {
    List<Experiment> fitted = new ArrayList<>(experiments);
    fitted.addAll(Evidence.read("first"));
    TimeConstants standard = TimeConstants.standard();
    Prediction plain = new Systems().predict(standard);
    Map<String, Set<String>> users = new TreeMap<>();
    for (String name : CollectiveFit.free(standard)) {
      Prediction more =
          new Systems().predict(standard.with(name, standard.value(name) * ELSEWHERE));
      Prediction less =
          new Systems().predict(standard.with(name, standard.value(name) / ELSEWHERE));
      Set<String> systems = new TreeSet<>();
      for (Experiment e : fitted) {
        for (Point p : e.points()) {
          double before = plain.seconds(e, p.sizeBytes());
          double up = more.seconds(e, p.sizeBytes());
          double down = less.seconds(e, p.sizeBytes());
          boolean moves = Math.abs(up / before - 1) > 1e-9 || Math.abs(down / before - 1) > 1e-9;
          if (e.healthy() == Health.YES && moves) {
            systems.add(e.system());
          }
        }
      }
      users.put(name, systems);
    }
    return users;
  }

  @Test
  void the_page_says_how_many_systems_use_a_constant() throws IOException {
    String page = Files.readString(Path.of("../docs/accuracy.md"));
    users()
        .forEach((constant, systems) ->
            assertThat(page).contains("| `" + constant + "` | " + systems.size() + " |"));
  }

  @Test
  void the_page_says_what_the_scores_are() throws IOException {
    String page = Files.readString(Path.of("../docs/accuracy.md"));
    check(page, "bandwidth, above 32 MiB", summary.regimes().bandwidth());
    check(page, "transition, to 32 MiB", summary.regimes().transition());
    check(page, "latency, to 32 KiB", summary.regimes().latency());
  }

  private static void check(String page, String row, MacroScore score) {
    List<String> cells =
        page.lines()
            .filter(line -> line.startsWith("| " + row + " |"))
            .map(line -> Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList())
            .findFirst()
            .orElseThrow();
    assertThat(Integer.parseInt(cells.get(1))).isEqualTo(score.nSystems());
    assertThat(percent(cells.get(2))).isCloseTo(score.medianError(), within(1e-3));
    assertThat(percent(cells.get(3))).isCloseTo(score.p90Error(), within(1e-3));
  }

  private static double percent(String cell) {
    return Double.parseDouble(cell.replace("%", "").strip()) / 100;
  }
}
