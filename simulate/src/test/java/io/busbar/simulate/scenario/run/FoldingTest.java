package io.busbar.simulate.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.scenario.answer.Outcome;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.answer.SimulationAnswer.TierLoad;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.input.ScenarioReader;
import io.busbar.simulate.scenario.report.SimulationReport;
import io.busbar.simulate.scenario.setting.Scenario;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that stand for all give what all give. */
public class FoldingTest {
  private static Scenario scenario(
      String op, String algorithm, String place, String size, String how) {
    return scenario(op, algorithm, place, size, how, "none");
  }

  private static Scenario scenario(
      String op, String algorithm, String place, String size, String how, String congestion) {
    String[] words = how.split(" ");
    boolean cluster = !place.contains("-spine") && !place.contains("tree");
    Question question =
        new Question(
            op,
            new Question.Place(
                null,
                cluster ? place : null,
                cluster ? null : place,
                "400Gb/s",
                "500ns",
                words.length > 2 ? Integer.valueOf(words[2]) : null),
            new Question.Load(null, List.of(size), null, List.of(algorithm), null, "1MiB"),
            new Question.Network(
                List.of(words[0]),
                List.of(words[1]),
                List.of(congestion),
                4096,
                null,
                Question.Transport.PLAIN,
                List.of()),
            1);
    return new ScenarioReader(question).read().getFirst();
  }

  private record Played(Outcome outcome, Engine engine) {}

  private static Played play(Scenario scenario, @Nullable Fold fold) {
    Engine engine = new Engine(scenario, fold, 1, 1, () -> 0, Watch.NONE);
    Job.Ready job = Job.alone(scenario).on(engine.network(), fold);
    return new Played(Playing.alone(job.playing(), engine, job.least().seconds()), engine);
  }

  private static Folding.Decision decide(Scenario scenario) {
    CollectiveOp op = Objects.requireNonNull(scenario.task().op());
    Algorithm algorithm = Objects.requireNonNull(scenario.algorithm());
    return Folding.of(scenario, Job.alone(scenario).collective(op, algorithm).sized());
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce, ring, dgx-h100:8, 4MiB, message ecmp",
    "all_reduce, ring, dgx-h100:8, 4MiB, flow ecmp",
    "all_reduce, ring, dgx-h100:8, 256MiB, flow ecmp",
    "all_reduce, ring, dgx-h100:8, 100MB, message ecmp",
    "all_gather, ring, dgx-h100:6, 16MiB, flow spray",
    "reduce_scatter, ring, dgx-h100:6, 16MiB, message spray",
    "all_reduce, hierarchical, dgx-h100:8, 4MiB, message ecmp",
    "all_reduce, hierarchical, dgx-h100:8, 4MiB, flow ecmp",
    "all_reduce, hierarchical, dgx-h100:7, 256MiB, flow spray",
    "all_gather, hierarchical, dgx-h100:8, 64MiB, flow ecmp",
    "alltoall, direct, dgx-h100:8, 64MiB, message spray",
    "alltoall, direct, dgx-h100:8, 64MiB, flow spray",
    "alltoall, pxn, dgx-h100:8, 64MiB, message spray",
    "alltoall, pxn, dgx-h100:8, 64MiB, flow spray",
    "alltoall, two-level, dgx-h100:8, 64MiB, message spray",
    "alltoall, two-level, dgx-h100:8, 64MiB, flow spray",
    "all_reduce, ring, leaf-spine:1x16x1, 4MiB, flow ecmp",
    "alltoall, direct, leaf-spine:1x16x1, 4MiB, flow ecmp",
    "all_gather, pat, leaf-spine:1x16x1, 4MiB, message ecmp",
  })
  void alike_paths_fold_exactly(
      String op, String algorithm, String place, String size, String how) {
    Scenario scenario = scenario(op, algorithm, place, size, how);
    Folding.Decision decision = decide(scenario);
    assertThat(decision.reason()).isEmpty();
    Fold fold = Objects.requireNonNull(decision.fold());
    Played all = play(scenario, null);
    Played some = play(scenario, fold);
    // A few rings that meet at NVSwitches take turns; which of two goes first at one instant
    // differs.
    boolean turns = scenario.algorithm() == Algorithm.RING && scenario.site().domain() > 1;
    double wanted = all.outcome().lastPs();
    assertThat((double) some.outcome().lastPs())
        .isEqualTo(wanted, within((turns ? 5e-3 : 1e-6) * wanted));
    assertThat(some.outcome().complete()).isTrue();
    assertThat(some.outcome().messages()).isEqualTo(all.outcome().messages());
    assertThat(some.outcome().bytes()).isEqualTo(all.outcome().bytes());
    sameLoads(some, all, 1e-9);
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce, ring, fat-tree:8, 4MiB, message ecmp 128",
    "all_reduce, ring, fat-tree:8, 4MiB, flow spray 128",
    "all_reduce, ring, fat-tree:8, 1GiB, flow spray 128",
    "all_reduce, ring, fat-tree:8, 4MiB, message ecmp 64",
    "all_reduce, ring, fat-tree:8, 4MiB, flow ecmp 128",
    "all_reduce, ring, leaf-spine:8x8x8, 4MiB, flow ecmp",
    "all_gather, ring, leaf-spine:8x8x8, 64MiB, flow ecmp",
    "all_reduce, hierarchical, dgx-h100:128, 4MiB, message ecmp 512",
    "all_reduce, ring, dgx-h100:64, 4MiB, message ecmp 512",
    "all_reduce, ring, dgx-h100:64, 4MiB, flow ecmp 512",
    "alltoall, direct, leaf-spine:8x8x8, 64MiB, flow spray",
    "alltoall, direct, leaf-spine:8x8x8, 64MiB, message spray",
    "alltoall, direct, fat-tree:8, 64MiB, flow spray",
  })
  void ways_of_different_length_fold_to_their_mean_or_longest(
      String op, String algorithm, String place, String size, String how) {
    alike_paths_fold_exactly(op, algorithm, place, size, how);
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce, dgx-h100:4, 4MiB, none",
    "all_reduce, dgx-h100:8, 16MiB, ib-cc",
    "all_reduce, dgx-h100:8, 2MB, dcqcn",
    "all_reduce, dgx-h100:8, 16MiB, dcqcn-cts",
    "all_gather, dgx-h100:8, 16MiB, ib",
    "reduce_scatter, dgx-h100:6, 12MiB, ib",
    "all_reduce, dgx-h100:40, 4MiB, ib-cc",
    "all_reduce, dgx-h100:64, 8MiB, dcqcn",
  })
  void one_rail_of_packets_stands_for_all(String op, String place, String size, String congestion) {
    Scenario scenario = scenario(op, "hierarchical", place, size, "packet ecmp", congestion);
    Folding.Decision decision = decide(scenario);
    assertThat(decision.reason()).isEmpty();
    Played all = play(scenario, null);
    Played some = play(scenario, Objects.requireNonNull(decision.fold()));
    double wanted = all.outcome().lastPs();
    assertThat((double) some.outcome().lastPs()).isEqualTo(wanted, within(1e-4 * wanted));
    assertThat(delivered(some)).isEqualTo(delivered(all));
    assertThat(some.outcome().complete()).isTrue();
    assertThat(some.outcome().messages()).isEqualTo(all.outcome().messages());
    assertThat(some.outcome().bytes()).isEqualTo(all.outcome().bytes());
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce, ring, dgx-h100:4, 1MiB, packet ecmp, ib-cc, 5e-3",
    "all_reduce, ring, dgx-h100:8, 64MiB, packet ecmp, ib, 5e-3",
    "reduce_scatter, ring, dgx-h100:6, 16MiB, packet ecmp, none, 5e-3",
    "all_reduce, ring, leaf-spine:1x16x1, 4MiB, packet ecmp, dcqcn, 0",
    "all_gather, ring, leaf-spine:1x16x1, 1MiB, packet ecmp, dcqcn-cts, 0",
    "all_reduce, ring, leaf-spine:8x8x8, 4MiB, packet ecmp, none, 2e-3",
    "all_reduce, ring, leaf-spine:8x8x8, 128KiB, packet ecmp, dcqcn, 5e-6",
    "all_gather, ring, leaf-spine:8x8x8, 4MiB, packet ecmp, dcqcn, 5e-6",
    "all_reduce, ring, leaf-spine:8x8x8, 64MiB, packet ecmp, dcqcn-cts, 1e-3",
    "all_reduce, ring, fat-tree:8, 1MiB, packet ecmp, none, 2e-3",
  })
  void packets_of_the_first_nodes_stand_for_all(
      String op,
      String algorithm,
      String place,
      String size,
      String how,
      String congestion,
      double close) {
    Scenario scenario = scenario(op, algorithm, place, size, how, congestion);
    Folding.Decision decision = decide(scenario);
    assertThat(decision.reason()).isEmpty();
    Fold fold = Objects.requireNonNull(decision.fold());
    assertThat(fold.rails()).isEqualTo(1);
    Played all = play(scenario, null);
    Played some = play(scenario, fold);
    double wanted = all.outcome().lastPs();
    assertThat((double) some.outcome().lastPs()).isEqualTo(wanted, within(close * wanted));
    assertThat(some.outcome().complete()).isTrue();
    assertThat(some.outcome().messages()).isEqualTo(all.outcome().messages());
    assertThat(some.outcome().bytes()).isEqualTo(all.outcome().bytes());
    assertThat(delivered(some)).isEqualTo(delivered(all));
    // The last acknowledgements are under way.
    sameLoads(some, all, 1e-5);
  }

  private static Long delivered(Played played) {
    return Objects.requireNonNull(Simulation.deliveredBytes(played.engine(), played.outcome()));
  }

  private static void sameLoads(Played some, Played all, double close) {
    if (some.engine().loads(1) == null) {
      return;
    }
    long ps = SimTime.ps(1);
    List<TierLoad> folded = Objects.requireNonNull(some.engine().loads(ps)).tiers();
    List<TierLoad> played = Objects.requireNonNull(all.engine().loads(ps)).tiers();
    for (int i = 0; i < played.size(); i++) {
      TierLoad is = folded.get(i);
      TierLoad wanted = played.get(i);
      assertThat(is.tier()).isEqualTo(wanted.tier());
      assertThat(is.used()).as(is.tier()).isEqualTo(wanted.used());
      assertThat(is.meanUtilisation())
          .as(is.tier())
          .isEqualTo(wanted.meanUtilisation(), within(close * wanted.meanUtilisation() + 1e-15));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "all_reduce | tree | dgx-h100:8 | message ecmp | its ranks are not alike",
        "broadcast | ring | dgx-h100:8 | message ecmp | its ranks are not alike",
        "all_reduce | ring | dgx-h100:7 | flow ecmp | its ranks are not alike",
        "all_reduce | ring | dgx-h100:7 | packet ecmp | its ranks are not alike",
        "all_reduce | ring | dgx-h100:8 | packet spray | packets take their paths by chance",
        "alltoall | direct | dgx-h100:8 | packet ecmp | its ranks send to several nodes",
        "all_reduce | hierarchical | dgx-h100:8 | packet spray | packets of all rails take",
        "alltoall | two-level | dgx-h100:64 | flow spray 512 | some of its paths are longer",
        "alltoall | direct | leaf-spine:8x8x4 | flow spray | less goes up from leaf 0 than comes",
      })
  void what_is_not_alike_is_not_folded(
      String op, String algorithm, String place, String how, String reason) {
    Folding.Decision decision = decide(scenario(op, algorithm, place, "4MiB", how));
    assertThat(decision.fold()).isNull();
    assertThat(decision.reason()).startsWith(reason);
  }

  @Test
  void hashes_that_collide_are_known() {
    Scenario apart = scenario("all_reduce", "ring", "leaf-spine:8x8x8", "4MiB", "flow ecmp");
    assertThat(Objects.requireNonNull(decide(apart).fold()).sharing()).isEqualTo(1);
    // Two leaves, one spine: eight pairs of neighbours on one link.
    Scenario narrow = scenario("alltoall", "direct", "leaf-spine:2x8x8", "4MiB", "flow ecmp");
    assertThat(Objects.requireNonNull(decide(narrow).fold()).sharing()).isGreaterThan(1);
  }

  @Test
  void a_run_says_that_it_was_folded_unless_it_was_asked_not_to() {
    SimulationAnswer folded = answer(false);
    SimulationAnswer exact = answer(true);
    assertThat(folded.assumed())
        .anyMatch(line -> line.startsWith("folded: rank 0 stands for all 1,024"));
    assertThat(exact.assumed()).noneMatch(line -> line.startsWith("folded"));
    assertThat(folded.messages()).isEqualTo(exact.messages());
    double wanted = Objects.requireNonNull(exact.completionS());
    assertThat(Objects.requireNonNull(folded.completionS()))
        .isEqualTo(wanted, within(1e-6 * wanted));
  }

  private static SimulationAnswer answer(boolean exact) {
    Question.Place place = new Question.Place(null, null, "fat-tree:16", "400Gb/s", "500ns", null);
    Question.Load load =
        new Question.Load(null, List.of("64MiB"), null, List.of("ring"), null, "1MiB");
    Question.Network network =
        new Question.Network(
            List.of("flow"),
            List.of("spray"),
            List.of("none"),
            4096,
            null,
            Question.Transport.PLAIN,
            List.of());
    Question question = new Question("all_gather", place, load, network, 1, exact, 0);
    return (SimulationAnswer) SimulationReport.of(question, () -> 0).answer();
  }
}
