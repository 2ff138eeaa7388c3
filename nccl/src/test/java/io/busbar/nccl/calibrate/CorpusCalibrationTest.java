package io.busbar.nccl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.ExperimentsReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.calibrate.ClusterFit.Change;
import io.busbar.nccl.validate.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Published systems with several numbers of nodes: fitted on the small ones, the large ones
 * predicted. {@code main} prints the table of docs/howto/calibrate.md.
 */
public final class CorpusCalibrationTest {
  private static final Path CORPUS = Path.of("../../shared/corpus/measurements");

  private static List<Experiment> corpus = List.of();

  /**
   * A system, and which of its tables are fitted; the others of the trial are predicted.
   *
   * @param takesPart all tables of the trial
   */
  private record Trial(
      String name, String system, Predicate<Experiment> takesPart, Predicate<Experiment> fitted) {
    List<Change> run() {
      Systems systems = new Systems();
      List<Experiment> all =
          corpus.stream().filter(e -> e.system().equals(system) && takesPart.test(e)).toList();
      List<Experiment> known = all.stream().filter(fitted).toList();
      List<Experiment> unknown = all.stream().filter(fitted.negate()).toList();
      Experiment largest =
          known.stream().max(Comparator.comparingInt(e -> e.job().ranks())).orElseThrow();
      Cluster cluster = systems.cluster(largest).orElseThrow();
      return ClusterFit.predicted(cluster, systems, known, unknown);
    }
  }

  private static boolean healthy(Experiment e) {
    return e.healthy() == Health.YES;
  }

  private static boolean notBroken(Experiment e) {
    return e.healthy() != Health.NO && !e.id().endsWith("docs");
  }

  private static Predicate<Experiment> nodes(int most) {
    return e -> e.job().nodes() <= most;
  }

  private static final Trial RAILS =
      new Trial(
          "cl01-h100: 1 node, 10 nodes x 1 GPU -> 10 x 2, 4, 8",
          "cl01-h100",
          e -> healthy(e) && e.job().nodes() != 2,
          e -> e.job().nodes() == 1 || e.job().gpusUsedPerNode() == 1);

  private static final Trial MORE_RAILS =
      new Trial(
          "cl01-h100: up to 2 nodes, 10 x 1, 2 -> 10 x 4, 8",
          "cl01-h100",
          CorpusCalibrationTest::healthy,
          e -> e.job().nodes() <= 2 || e.job().gpusUsedPerNode() <= 2);

  private static Trial alps(int most) {
    return new Trial(
        "alps-gh200-2025: up to " + most + " nodes -> up to 512",
        "alps-gh200-2025",
        CorpusCalibrationTest::notBroken,
        nodes(most));
  }

  private static final List<Trial> OTHERS =
      List.of(
          new Trial(
              "nt309b-h100: 4 nodes -> 8",
              "nt309b-h100",
              CorpusCalibrationTest::notBroken,
              nodes(4)),
          new Trial(
              "polaris-a100: 2 nodes -> 8",
              "polaris-a100",
              e -> notBroken(e) && e.job().nodes() <= 8,
              nodes(2)),
          new Trial(
              "polaris-a100: up to 8 nodes -> 256, 540",
              "polaris-a100",
              CorpusCalibrationTest::notBroken,
              nodes(8)));

  public static void main(String[] folder) {
    corpus = ExperimentsReader.read(Path.of(folder[0])).experiments();
    List<Trial> all =
        java.util.stream.Stream.concat(
                List.of(RAILS, MORE_RAILS, alps(4), alps(8), alps(64)).stream(), OTHERS.stream())
            .toList();
    for (Trial trial : all) {
      for (Change c : trial.run()) {
        System.out.printf(
            Locale.ROOT,
            "%s | %s | %d | %.1f -> %.1f | %.0f -> %.0f%n",
            trial.name(),
            c.sizes(),
            c.nPoints(),
            100 * c.medianErrorBefore(),
            100 * c.medianErrorAfter(),
            100 * c.p90ErrorBefore(),
            100 * c.p90ErrorAfter());
      }
    }
  }

  @BeforeAll
  static void read() {
    Assumptions.assumeTrue(Files.exists(CORPUS.resolve("index.yaml")), "no ../shared/corpus");
    corpus = ExperimentsReader.read(CORPUS).experiments();
  }

  @Test
  void few_rails_of_ten_nodes_and_one_node_predict_all_rails_better_than_without() {
    Change all = RAILS.run().getLast();

    assertThat(all.nPoints()).isGreaterThanOrEqualTo(40);
    assertThat(all.medianErrorAfter()).isLessThanOrEqualTo(all.medianErrorBefore());
  }

  @Test
  void eight_nodes_of_a_dragonfly_predict_up_to_512_better_than_without() {
    List<Change> changes = alps(8).run();

    assertThat(changes.getLast().medianErrorAfter())
        .isLessThan(0.95 * changes.getLast().medianErrorBefore());
    assertThat(changes.getFirst().medianErrorAfter())
        .isLessThan(0.8 * changes.getFirst().medianErrorBefore());
  }
}
