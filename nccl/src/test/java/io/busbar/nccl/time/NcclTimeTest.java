package io.busbar.nccl.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.formats.constants.Constant;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Closed forms in the ideal limit, invariants, and reasons. */
class NcclTimeTest {
  private static final NcclVersion VERSION = NcclVersion.of(2, 27, 7);
  private static final double BYTES = 1L << 30;

  private static Cluster cluster(String name) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(name, Position.of("test"), problems);
    problems.throwIfAny();
    assertThat(cluster).isNotNull();
    return cluster;
  }

  /** No latencies, no losses, thread blocks without end. */
  private static TimeConstants ideal() {
    TimeConstants ideal = TimeConstants.standard();
    for (Constant c : TimeConstants.standard().all()) {
      if (c.name().contains("share") && !c.name().startsWith("copied")) {
        ideal = ideal.with(c.name(), 1);
      } else if (c.name().startsWith("channel_bytes")) {
        ideal = ideal.with(c.name(), 1e12);
      } else if (c.unit().equals("s")
          || c.name().startsWith("copied")
          || c.name().contains("fill")) {
        ideal = ideal.with(c.name(), 0);
      }
    }
    return ideal;
  }

  private static double idealSeconds(String cluster, String algorithm, CollectiveOp op) {
    Cluster where = cluster(cluster);
    Map<String, String> forced =
        algorithm.isEmpty()
            ? Map.of()
            : Map.of("NCCL_ALGO", algorithm, "NCCL_PROTO", "Simple", "NCCL_PAT_ENABLE", "1");
    NcclSettings settings = NcclSettings.of(forced, VERSION, Position.of("test"), new Problems());
    NcclSetup setup = NcclSetup.of(VERSION, where.node().gpu()).with(settings);
    GroupShape shape =
        NcclTime.shape(where, where.gpus(), Math.min(where.gpus(), where.gpusPerDomain()));
    return NcclTime.of(where, setup).with(ideal()).prepare(op, shape).seconds(BYTES, Ledger.OFF);
  }

  @ParameterizedTest
  @CsvSource({
    "dgx-h100:1, Ring, ALL_REDUCE, 450e9, 1.75",
    "dgx-h100:1, Ring, ALL_GATHER, 450e9, 0.875",
    "dgx-h100:1, Ring, REDUCE_SCATTER, 450e9, 0.875",
    "dgx-h100:1, Ring, BROADCAST, 450e9, 1",
    "dgx-h100:1, Tree, ALL_REDUCE, 450e9, 2",
    "dgx-h100:1, NVLS, ALL_REDUCE, 450e9, 1",
    "dgx-h100:1, '', ALL_TO_ALL, 450e9, 0.875",
    "dgx-h100:1, '', SEND_RECEIVE, 450e9, 1",
    "dgx-h100:4, Ring, ALL_REDUCE, 400e9, 1.9375",
    "dgx-h100:4, Tree, ALL_REDUCE, 400e9, 2",
    "dgx-h100:2, NVLSTree, ALL_REDUCE, 400e9, 1",
    "dgx-h100:4, NVLSTree, ALL_REDUCE, 400e9, 2",
    "dgx-h100:4, '', ALL_TO_ALL, 50e9, 0.75",
    "dgx-h100:4, '', GATHER, 50e9, 0.75",
    "dgx-h100:4, '', SCATTER, 50e9, 0.75",
  })
  void in_the_ideal_limit_the_closed_form_is_exact(
      String cluster, String algorithm, CollectiveOp op, double rate, double factor) {
    double expected = factor * BYTES / rate;

    assertThat(idealSeconds(cluster, algorithm, op)).isCloseTo(expected, within(1e-9 * expected));
  }

  @ParameterizedTest
  @EnumSource
  void time_grows_with_size_within_a_choice_and_is_never_below_the_wire(CollectiveOp op) {
    for (String name : new String[] {"dgx-h100:1", "dgx-h100:4", "dgx-a100:2", "gb200-nvl72:2"}) {
      Cluster where = cluster(name);
      NcclCurve curve = curve(where, op);
      double before = 0;
      Object choice = null;
      for (double bytes = 8; bytes <= 16e9; bytes *= 1.5) {
        double seconds = curve.seconds(bytes, Ledger.OFF);
        Object now = curve.choice(bytes) == null ? null : key(curve, bytes);
        boolean same = now != null && now.equals(choice);
        assertThat(seconds).as(name + " " + bytes).isPositive();
        assertThat(!same || seconds >= before).as(name + " " + bytes).isTrue();
        before = seconds;
        choice = now;
      }
    }
  }

  private static Object key(NcclCurve curve, double bytes) {
    var chosen = curve.choice(bytes).chosen();
    return chosen.algorithm() + " " + chosen.protocol();
  }

  private static NcclCurve curve(Cluster where, CollectiveOp op) {
    int together = Math.min(where.gpus(), where.gpusPerDomain());
    return NcclTime.of(where, NcclSetup.of(VERSION, where.node().gpu()))
        .prepare(op, NcclTime.shape(where, where.gpus(), together));
  }

  @Test
  void nothing_to_do_takes_no_time() {
    Cluster where = cluster("dgx-h100:1");
    NcclTime times = NcclTime.of(where, NcclSetup.of(VERSION, where.node().gpu()));
    NcclCurve alone = times.prepare(CollectiveOp.ALL_REDUCE, NcclTime.shape(where, 1, 1));
    NcclCurve all = times.prepare(CollectiveOp.ALL_REDUCE, NcclTime.shape(where, 8, 8));

    assertThat(alone.seconds(1e6, Ledger.OFF)).isZero();
    assertThat(all.seconds(0, Ledger.OFF)).isZero();
  }

  @Test
  void launch_modes_order_small_messages() {
    Cluster where = cluster("dgx-h100:1");
    NcclSetup setup = NcclSetup.of(VERSION, where.node().gpu());
    GroupShape shape = NcclTime.shape(where, 8, 8);
    double[] times = new double[Launch.values().length];
    for (Launch launch : Launch.values()) {
      times[launch.ordinal()] =
          NcclTime.of(where, setup.with(launch))
              .prepare(CollectiveOp.ALL_REDUCE, shape)
              .seconds(1024, Ledger.OFF);
    }
    assertThat(times[Launch.THREADS.ordinal()]).isLessThan(times[Launch.PROCESSES.ordinal()]);
    assertThat(times[Launch.PROCESSES.ordinal()]).isLessThan(times[Launch.SERIAL.ordinal()]);
  }

  @Test
  void symmetric_buffers_make_middle_sizes_faster_from_2_27_on() {
    Cluster where = cluster("dgx-h100:1");
    GroupShape shape = NcclTime.shape(where, 4, 4);
    NcclSetup now = NcclSetup.of(NcclVersion.of(2, 29, 7), where.node().gpu());
    NcclSetup then = NcclSetup.of(NcclVersion.of(2, 26, 6), where.node().gpu());

    assertThat(seconds(where, now.symmetric(true), shape))
        .isLessThan(0.9 * seconds(where, now, shape));
    assertThat(seconds(where, then.symmetric(true), shape)).isEqualTo(seconds(where, then, shape));
  }

  private static double seconds(Cluster where, NcclSetup setup, GroupShape shape) {
    return NcclTime.of(where, setup)
        .prepare(CollectiveOp.ALL_REDUCE, shape)
        .seconds(4 << 20, Ledger.OFF);
  }

  @Test
  void limits_name_what_binds() {
    assertThat(curve(cluster("dgx-h100:1"), CollectiveOp.ALL_REDUCE).limit(64))
        .isEqualTo(Limit.LATENCY);
    assertThat(curve(cluster("dgx-h100:1"), CollectiveOp.ALL_REDUCE).limit(8e9))
        .isEqualTo(Limit.SCALE_UP);
    assertThat(curve(cluster("dgx-h100:4"), CollectiveOp.ALL_TO_ALL).limit(8e9))
        .isEqualTo(Limit.NIC);
    assertThat(curve(cluster("l40s-pcie:1"), CollectiveOp.ALL_TO_ALL).limit(8e9))
        .isEqualTo(Limit.PCIE);
  }

  @ParameterizedTest
  @EnumSource
  void the_reasons_can_be_evaluated_again(CollectiveOp op) {
    for (String name : new String[] {"dgx-h100:1", "dgx-h100:4"}) {
      NcclCurve curve = curve(cluster(name), op);
      for (double bytes : new double[] {1024, 1 << 20, 1 << 30}) {
        RecordingLedger ledger = new RecordingLedger();
        double seconds = curve.seconds(bytes, ledger);
        Explained reasons = ledger.get("collective_s");
        assertThat(reasons).isNotNull();
        assertThat(reasons.value()).isCloseTo(seconds, within(1e-12 * seconds));
        check(reasons);
      }
    }
  }

  private static void check(Explained e) {
    String formula = e.term().formula();
    if (formula != null) {
      Map<String, Double> values = new HashMap<>();
      e.inputs().forEach(i -> values.put(i.term().name(), i.value()));
      assertThat(Formula.of(formula).evaluate(values::get))
          .isCloseTo(e.value(), within(1e-9 * Math.abs(e.value())));
    }
    e.inputs().forEach(NcclTimeTest::check);
  }

  @ParameterizedTest
  @EnumSource(names = {"ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER", "BROADCAST"})
  void rings_and_trees_along_leaves_do_not_feel_oversubscription(CollectiveOp op) {
    Cluster even = cluster("dgx-h100:64");
    Cluster over = even.withNetwork(even.network().withUplinkShare(0.25));

    double time = curve(over, op).seconds(1 << 30, Ledger.OFF);

    assertThat(time).isEqualTo(curve(even, op).seconds(1 << 30, Ledger.OFF));
    if (op == CollectiveOp.ALL_REDUCE) {
      assertThat(time).isCloseTo(6.2e-3, within(0.1e-3));
    }
  }

  @Test
  void the_reasons_of_an_oversubscribed_border_can_be_evaluated_again() {
    Cluster even = cluster("dgx-h100:64");
    Cluster over = even.withNetwork(even.network().withUplinkShare(0.02));
    for (CollectiveOp op : CollectiveOp.values()) {
      RecordingLedger ledger = new RecordingLedger();
      curve(over, op).seconds(1 << 30, ledger);
      Explained reasons = ledger.get("collective_s");
      assertThat(reasons).isNotNull();
      check(reasons);
      assertThat(named(reasons, "border_s_per_byte")).as(op.name()).isTrue();
    }
  }

  private static boolean named(Explained e, String name) {
    return e.term().name().equals(name) || e.inputs().stream().anyMatch(i -> named(i, name));
  }

  @Test
  void oversubscription_and_missing_gpudirect_show_as_limits() {
    Cluster even = cluster("dgx-h100:64");
    Cluster over = even.withNetwork(even.network().withUplinkShare(0.25));
    Cluster staged = even.withNetwork(even.network().withGpuDirect(false));

    assertThat(curve(over, CollectiveOp.ALL_TO_ALL).limit(8e9)).isEqualTo(Limit.FABRIC);
    // Half of the parts leave the leaf of 32 nodes at a quarter of the rate: 4·256/504.
    double ratio =
        curve(over, CollectiveOp.ALL_TO_ALL).seconds(8e9, Ledger.OFF)
            / curve(even, CollectiveOp.ALL_TO_ALL).seconds(8e9, Ledger.OFF);
    assertThat(ratio).isCloseTo(4 * 256 / 504.0, within(0.02));
    assertThat(curve(staged, CollectiveOp.ALL_TO_ALL).limit(8e9)).isEqualTo(Limit.PCIE);
  }
}
