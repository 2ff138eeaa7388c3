package io.busbar.nccl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.constants.Constant;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.cluster.SystemConstant;
import io.busbar.model.cluster.SystemConstants;
import io.busbar.nccl.calibrate.ClusterFit.Fitted;
import io.busbar.nccl.calibrate.ClusterFit.Refused;
import io.busbar.nccl.calibrate.ClusterFit.Result;
import io.busbar.nccl.time.OwnConstants;
import io.busbar.nccl.time.TimeConstants;
import io.busbar.nccl.validate.Made;
import io.busbar.nccl.validate.Prediction;
import io.busbar.nccl.validate.Systems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterFitTest {
  private static final Map<SystemConstant, Double> TRUTH =
      Map.of(
          SystemConstant.START, 30e-6,
          SystemConstant.NETWORK_SIMPLE_STEP, 60e-6,
          SystemConstant.NVLS_SHARE, 0.5);

  private static Cluster cluster(String text) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(text, Position.of("--cluster"), problems);
    problems.throwIfAny();
    assertThat(cluster).isNotNull();
    return cluster;
  }

  /** A table as the cluster's own constants give it. */
  private static Experiment table(Cluster cluster, int nodes, int fromLog2, int toLog2, int step) {
    Experiment empty = Made.experiment("t" + nodes, "s", Health.YES, nodes, List.of());
    Prediction truth = Systems.on(cluster, List.of(empty)).predict();
    List<Point> points = new ArrayList<>();
    for (int log = fromLog2; log <= toLog2; log += step) {
      points.addAll(Made.points(1L << log, truth.seconds(empty, 1L << log) * 1e6));
    }
    return Made.experiment("t" + nodes, "s", Health.YES, nodes, points);
  }

  private static Result fit(Cluster cluster, List<Experiment> tables) {
    return ClusterFit.run(cluster, Systems.on(cluster, tables), tables, List.of());
  }

  private static String reason(Result result, SystemConstant constant) {
    return result.answer().refused().stream()
        .filter(r -> r.constant() == constant)
        .map(Refused::reason)
        .findAny()
        .orElse("");
  }

  @Test
  void constants_behind_made_up_tables_are_recovered_and_the_others_stay() {
    Cluster usual = cluster("dgx-h100:4");
    Cluster own = usual.withCollectives(new SystemConstants(TRUTH));
    Result result = fit(usual, List.of(table(own, 1, 3, 33, 2), table(own, 4, 3, 33, 2)));

    TRUTH.forEach((constant, value) ->
        assertThat(result.constants().find(constant).orElseThrow())
            .isCloseTo(value, Percentage.withPercentage(1)));
    for (Fitted f : result.answer().fitted()) {
      double truth = TRUTH.getOrDefault(f.constant(), f.before());
      assertThat(truth).as(f.constant().key()).isBetween(f.low95(), f.high95());
    }
    assertThat(result.answer().errors().getLast().medianErrorBefore()).isGreaterThan(0.1);
    assertThat(result.answer().errors().getLast().medianErrorAfter()).isLessThan(0.01);
    assertThat(result.answer().heldOut()).isNotNull();
    assertThat(result.answer().fitted().size() + result.answer().refused().size())
        .isEqualTo(SystemConstant.values().length);
  }

  @Test
  void one_node_says_nothing_of_the_network() {
    Cluster usual = cluster("dgx-h100:4");
    Result result = fit(usual, List.of(table(usual, 1, 3, 33, 2)));

    assertThat(reason(result, SystemConstant.NETWORK_SHARE))
        .isEqualTo("no table over several scale-up domains");
    assertThat(result.constants().find(SystemConstant.NETWORK_SHARE)).isEmpty();
    assertThat(result.answer().heldOut()).isNull();
  }

  @Test
  void large_sizes_say_nothing_of_latencies() {
    Cluster usual = cluster("dgx-h100:4");
    Result result = fit(usual, List.of(table(usual, 1, 27, 33, 1), table(usual, 2, 27, 33, 1)));

    assertThat(reason(result, SystemConstant.START)).startsWith("only sizes above 32 MiB");
  }

  @Test
  void small_sizes_say_nothing_of_rates() {
    Cluster usual = cluster("dgx-h100:4");
    Result result = fit(usual, List.of(table(usual, 2, 3, 14, 1)));

    assertThat(reason(result, SystemConstant.NETWORK_SHARE)).startsWith("only sizes below 1 MiB");
  }

  @Test
  void too_few_points_are_refused_with_the_reason() {
    Cluster usual = cluster("dgx-h100:4");
    List<Experiment> two = List.of(table(usual, 2, 10, 11, 1));

    assertThatThrownBy(() -> fit(usual, two))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("tables that determine a constant")
        .hasMessageContaining("only 2 points");
  }

  @Test
  void a_calibrated_cluster_keeps_what_new_tables_do_not_determine() {
    Cluster own =
        cluster("dgx-h100:4")
            .withCollectives(SystemConstants.NONE.with(SystemConstant.NETWORK_SHARE, 0.7));
    Result result = fit(own, List.of(table(own, 1, 3, 33, 2)));

    assertThat(result.constants().find(SystemConstant.NETWORK_SHARE)).hasValue(0.7);
  }

  @ParameterizedTest
  @EnumSource(SystemConstant.class)
  void every_constant_of_every_kind_starts_within_its_range(SystemConstant constant) {
    for (String name :
        List.of("dgx-a100:2", "dgx-h100:2", "dgx-b200:2", "p5.48xlarge:2", "a3-mega:2")) {
      Cluster cluster = cluster(name);
      double value = OwnConstants.value(TimeConstants.standard(), cluster, constant);
      assertThat(value).as(name).isBetween(constant.low(), constant.high());
      double other = Math.min(constant.high(), value * 1.01);
      TimeConstants changed = OwnConstants.with(TimeConstants.standard(), cluster, constant, other);
      assertThat(OwnConstants.value(changed, cluster, constant))
          .isCloseTo(other, Percentage.withPercentage(1e-6));
      assertThat(changed.all().stream().map(Constant::name).toList())
          .isEqualTo(TimeConstants.standard().all().stream().map(Constant::name).toList());
    }
  }
}
