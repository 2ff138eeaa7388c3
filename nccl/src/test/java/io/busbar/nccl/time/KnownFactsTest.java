package io.busbar.nccl.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What practitioners know follows from costs and availability; no constant states it. */
class KnownFactsTest {
  private static final NcclVersion VERSION = NcclVersion.of(2, 27, 7);
  private static final double LARGE = 8L << 30;

  private static NcclCurve curve(CollectiveOp op, String cluster, int ranks, int together) {
    return curve(op, cluster, ranks, together, NcclSettings.defaults());
  }

  private static NcclCurve curve(
      CollectiveOp op, String cluster, int ranks, int together, NcclSettings settings) {
    Cluster where = cluster(cluster);
    NcclSetup setup = NcclSetup.of(VERSION, where.node().gpu()).with(settings);
    return NcclTime.of(where, setup).prepare(op, NcclTime.shape(where, ranks, together));
  }

  private static Cluster cluster(String name) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(name, Position.of("test"), problems);
    problems.throwIfAny();
    assertThat(cluster).isNotNull();
    return cluster;
  }

  private static NcclSettings forced(String algorithm) {
    return NcclSettings.of(
        Map.of("NCCL_ALGO", algorithm), VERSION, Position.of("test"), new Problems());
  }

  private static double busGigabytes(NcclCurve curve, double factor, double bytes) {
    return bytes / curve.seconds(bytes, Ledger.OFF) * factor / 1e9;
  }

  private static double allReduceFactor(int ranks) {
    return 2 * (ranks - 1.0) / ranks;
  }

  private static Algorithm chosen(NcclCurve curve, double bytes) {
    return curve.choice(bytes).chosen().algorithm();
  }

  @ParameterizedTest
  @CsvSource({"dgx-h200, 5", "dgx-b200, 6"})
  void nvls_begins_at_a_number_of_gpus(String node, int first) {
    for (int ranks = 2; ranks <= 8; ranks++) {
      NcclCurve curve = curve(CollectiveOp.ALL_REDUCE, node + ":1", ranks, ranks);
      assertThat(chosen(curve, LARGE) == Algorithm.NVLS)
          .as(ranks + " GPUs")
          .isEqualTo(ranks >= first);
    }
  }

  @Test
  void nvls_begins_at_about_2_mib_on_eight_h200() {
    NcclCurve curve = curve(CollectiveOp.ALL_REDUCE, "dgx-h200:1", 8, 8);

    assertThat(chosen(curve, 512 << 10)).isEqualTo(Algorithm.RING);
    assertThat(chosen(curve, 2 << 20)).isEqualTo(Algorithm.NVLS);
  }

  @Test
  void eight_h100_reach_475_with_nvls_and_367_with_a_ring() {
    NcclCurve free = curve(CollectiveOp.ALL_REDUCE, "dgx-h100:1", 8, 8);
    NcclCurve ring = curve(CollectiveOp.ALL_REDUCE, "dgx-h100:1", 8, 8, forced("Ring"));

    assertThat(busGigabytes(free, allReduceFactor(8), LARGE)).isCloseTo(475, within(14.0));
    assertThat(busGigabytes(ring, allReduceFactor(8), LARGE)).isCloseTo(367, within(14.0));
  }

  @ParameterizedTest
  @CsvSource({"ALL_GATHER", "REDUCE_SCATTER"})
  void gathering_and_scattering_gain_little_from_nvls(CollectiveOp op) {
    double ring = curve(op, "dgx-h100:1", 8, 8, forced("Ring")).seconds(LARGE, Ledger.OFF);
    double nvls = curve(op, "dgx-h100:1", 8, 8, forced("NVLS")).seconds(LARGE, Ledger.OFF);

    assertThat(nvls / ring).isBetween(0.9, 1.1);
  }

  @Test
  void two_nodes_exceed_the_sum_of_their_nics_and_four_do_not() {
    double nics = 8 * 50;
    NcclCurve two = curve(CollectiveOp.ALL_REDUCE, "dgx-h100:2", 16, 8);
    NcclCurve four = curve(CollectiveOp.ALL_REDUCE, "dgx-h100:4", 32, 8);

    assertThat(busGigabytes(two, allReduceFactor(16), LARGE)).isGreaterThan(nics);
    assertThat(busGigabytes(four, allReduceFactor(32), LARGE)).isLessThan(nics);
  }

  @Test
  void a_rail_of_400_gigabits_carries_48_9_of_50_gigabytes() {
    NcclCurve rail = curve(CollectiveOp.ALL_REDUCE, "dgx-h100:10", 10, 1);

    assertThat(busGigabytes(rail, allReduceFactor(10), LARGE)).isCloseTo(48.9, within(1.5));
  }

  @ParameterizedTest
  @CsvSource({"2", "4", "8", "32"})
  void all_to_all_is_bound_by_one_nic_for_each_gpu(int nodes) {
    int n = 8 * nodes;
    NcclCurve curve = curve(CollectiveOp.ALL_TO_ALL, "dgx-h100:" + nodes, n, 8);
    double share = (n - 1.0) / n;
    double bound = 50 * share / ((n - 8.0) / n);

    assertThat(busGigabytes(curve, share, LARGE)).isBetween(0.92 * bound, bound);
  }
}
