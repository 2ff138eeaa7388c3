package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Inseparable;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any number of threads gives the run of one: all that can be seen of it is compared. */
class RegionsTest {
  private static final Fabric FAT_TREE = Played.fatTree(4);
  private static final Fabric LEAF_SPINE = Played.leafSpine(4, 6, 2);

  private record Case(
      String name, Fabric fabric, PacketSettings settings, List<Fault> faults, Traffic traffic) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> cases() {
    Traffic permutation = Traffic.permutation(16, 300_000, 3);
    Traffic incast = Traffic.incast(0, 1, 15, 200_000);
    Traffic all = Traffic.allToAll(24, 30_000);
    PacketSettings small = Played.ROCE.with(BufferSettings.ETHERNET.withPool(400_000));
    PacketSettings loss =
        Played.ROCE
            .with(PacketSettings.FlowControl.NONE)
            .with(BufferSettings.ETHERNET.withPool(200_000))
            .with(TransportSettings.ROCE.withTimeout(100_000_000, 50));
    PacketSettings selective =
        loss.with(loss.transport().with(TransportSettings.Recovery.SELECTIVE).withReorder(16));
    PacketSettings table =
        PacketSettings.infiniBand().with(TableSettings.CHOSEN).with(MarkingSettings.THRESHOLD);
    PacketSettings marks = small.with(new MarkingSettings(20_000, 100_000, 0.2, 0, true));
    int link = FAT_TREE.ports() / 2;
    long us = 1_000_000;
    List<Fault> faults =
        List.of(
            Fault.flap(link, 2 * us, Long.MAX_VALUE, 20 * us, 0.3),
            new Fault(Fault.Kind.LOSS, FAT_TREE.firstPort(3), 0, 40 * us, 0.02),
            new Fault(Fault.Kind.SLOW_HOST, 5, us, 30 * us, 0.25),
            new Fault(Fault.Kind.STUCK_NIC, 9, us, 12 * us, 0),
            new Fault(Fault.Kind.LINK_DOWN, link + 5, us, 15 * us, 0));
    List<Case> cases = new ArrayList<>();
    cases.add(new Case("pauses, marks, rates", FAT_TREE, marks, List.of(), incast));
    cases.add(new Case("permutation", FAT_TREE, Played.ROCE, List.of(), permutation));
    cases.add(new Case("leaf-spine, all to all", LEAF_SPINE, marks, List.of(), all));
    cases.add(new Case("credits", FAT_TREE, PacketSettings.infiniBand(), List.of(), incast));
    cases.add(new Case("table of delays", FAT_TREE, table, List.of(), incast));
    cases.add(new Case("drops, go back n", LEAF_SPINE, loss, List.of(), all));
    cases.add(new Case("drops, selective", LEAF_SPINE, selective, List.of(), all));
    cases.add(
        new Case(
            "spray",
            FAT_TREE,
            selective.with(PacketSettings.Routing.SPRAY),
            List.of(),
            permutation));
    cases.add(
        new Case(
            "adaptive",
            FAT_TREE,
            selective.with(PacketSettings.Routing.ADAPTIVE),
            List.of(),
            permutation));
    cases.add(new Case("HPCC", FAT_TREE, small.with(HpccSettings.PAPER), List.of(), incast));
    cases.add(new Case("Swift", LEAF_SPINE, small.with(SwiftSettings.HTSIM), List.of(), all));
    cases.add(new Case("NSCC", FAT_TREE, marks.with(NsccSettings.UET), List.of(), incast));
    cases.add(
        new Case(
            "NSCC, spray",
            LEAF_SPINE,
            selective.with(PacketSettings.Routing.SPRAY).with(NsccSettings.UET),
            List.of(),
            all));
    cases.add(new Case("faults", FAT_TREE, loss, faults, permutation));
    cases.add(
        new Case("faults and pauses", FAT_TREE, marks.with(loss.transport()), faults, incast));
    cases.add(
        new Case(
            "one pair", FAT_TREE, Played.ROCE, List.of(), Traffic.incast(15, 0, 1, 3_000_000)));
    cases.add(new Case("signals", FAT_TREE, Played.ROCE, List.of(), Traffic.permutation(16, 0, 1)));
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void any_number_of_threads_gives_the_run_of_one(Case it) {
    String one = seen(it, 1, Long.MAX_VALUE);
    for (int threads : new int[] {2, 3, 4}) {
      assertThat(seen(it, threads, Long.MAX_VALUE)).as("%d threads", threads).isEqualTo(one);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_run_in_slices_looks_the_same_at_each_of_them(Case it) {
    assertThat(seen(it, 2, 3_000_000)).isEqualTo(seen(it, 1, 3_000_000));
  }

  /** Everything that can be seen of a run, at the end of each slice of time. */
  private static String seen(Case it, int threads, long slicePs) {
    PacketNetwork network = new PacketNetwork(it.fabric, it.settings, it.faults, 7, threads);
    assertThat(network.parts()).isEqualTo(threads);
    TrafficRun run = new TrafficRun(network, it.traffic);
    StringBuilder seen = new StringBuilder();
    RunEnd end;
    long until = slicePs;
    do {
      end = run.run(until, Cancel.NEVER);
      seen.append(end).append(look(network, it.fabric));
      until += slicePs;
    } while (end.reason() == RunEnd.Reason.TIME);
    assertThat(end.reason()).isEqualTo(RunEnd.Reason.DONE);
    for (int message = 0; message < it.traffic.count(); message++) {
      seen.append(' ').append(run.deliveredPs(message));
    }
    Audit audit = network.audit();
    assertThat(audit.closed()).as("%s", audit).isTrue();
    return seen.toString();
  }

  private static String look(PacketNetwork network, Fabric fabric) {
    Counters c = network.counters();
    StringBuilder seen = new StringBuilder();
    long[] all = {
      c.hops(),
      c.events(),
      c.injectedBytes(),
      c.consumedBytes(),
      c.droppedBytes(),
      c.drops(),
      c.corrupted(),
      c.deliveredBytes(),
      c.dataPackets(),
      c.retransmitted(),
      c.marks(),
      c.notifications(),
      c.pauses(),
      c.creditPackets(),
      c.timeouts()
    };
    for (long figure : all) {
      seen.append(figure).append(' ');
    }
    for (int port = 0; port < fabric.ports(); port++) {
      seen.append(c.portBytes(port) + network.queuedBytes(port) + c.pausesOf(port)).append(' ');
    }
    return seen.append('\n').toString();
  }

  @Test
  void mechanisms_that_are_compared_happen() {
    PacketNetwork marked = new PacketNetwork(FAT_TREE, cases().getFirst().settings, 7);
    new TrafficRun(marked, cases().getFirst().traffic).run(Long.MAX_VALUE, Cancel.NEVER);
    assertThat(marked.counters().marks()).isPositive();
    assertThat(marked.counters().pauses()).isPositive();
    assertThat(marked.counters().notifications()).isPositive();
  }

  @Test
  void regions_are_of_one_size_and_cut_no_leaf() {
    Regions regions = Regions.of(FAT_TREE, 2);
    assertThat(regions.count()).isEqualTo(2);
    assertThat(regions.lookAheadPs()).isEqualTo(500_000);
    int second = 0;
    for (int host = 0; host < 16; host++) {
      second += regions.of(host);
      int leaf = FAT_TREE.owner(FAT_TREE.peer(FAT_TREE.firstPort(host)));
      assertThat(regions.of(leaf)).isEqualTo(regions.of(host));
    }
    assertThat(second).isEqualTo(8);
  }

  @Test
  void links_that_take_no_time_leave_one_region() {
    TimeSpan none = new TimeSpan(0);
    Fabric fabric = Fabrics.fatTree(4, Played.RATE, none, none);
    assertThat(new PacketNetwork(fabric, Played.ROCE, List.of(), 1, 2).parts()).isOne();
  }

  @Test
  void several_queue_pairs_and_credit_of_receivers_leave_one_region() {
    PacketSettings pairs = Played.ROCE.with(TransportSettings.ROCE.withQueuePairs(2));
    assertThat(new PacketNetwork(FAT_TREE, pairs, List.of(), 1, 2).parts()).isOne();
    PacketSettings credit = Played.ROCE.with(CreditSettings.UET);
    assertThat(new PacketNetwork(FAT_TREE, credit, List.of(), 1, 2).parts()).isOne();
  }

  @Test
  void what_concerns_all_at_once_is_refused_by_several_threads() {
    PacketSettings hasty = Played.ROCE.with(TransportSettings.ROCE.withTimeout(20_000_000, 1));
    List<Fault> cut =
        List.of(new Fault(Fault.Kind.LINK_DOWN, FAT_TREE.firstPort(0), 0, Long.MAX_VALUE, 0));
    PacketNetwork network = new PacketNetwork(FAT_TREE, hasty, cut, 1, 2);
    TrafficRun run = new TrafficRun(network, Traffic.permutation(16, 100_000, 1));
    assertThatThrownBy(() -> run.run(Long.MAX_VALUE, Cancel.NEVER)).isInstanceOf(Inseparable.class);
  }
}
