package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups that are joined pairwise, in all engines. */
class DragonflyTest {
  private static Fabric fabric(int groups, int leaves, int hosts, int spines, int pairLinks) {
    return Fabrics.dragonflyPlus(
        groups, leaves, hosts, spines, pairLinks, Played.RATE, Played.CABLE);
  }

  private static PacketSettings placing(PacketSettings.Routing routing) {
    TransportSettings transport =
        Played.NO_CONTROL.transport().with(TransportSettings.Recovery.SELECTIVE).withReorder(512);
    return Played.NO_CONTROL.with(routing).with(transport);
  }

  /** Every pair, by every hash, with fewer links than spines, as many, more and uneven ones. */
  @ParameterizedTest
  @CsvSource({"5, 2, 2, 4, 1", "4, 3, 2, 3, 3", "3, 2, 3, 4, 7", "9, 2, 1, 4, 2", "2, 2, 2, 2, 5"})
  void every_path_goes_up_across_and_down(
      int groups, int leaves, int hosts, int spines, int pairLinks) {
    Fabric fabric = fabric(groups, leaves, hosts, spines, pairLinks);
    int perGroup = leaves * hosts;
    int[] used = new int[fabric.ports()];
    for (int src = 0; src < fabric.endpoints(); src++) {
      for (int dst = 0; dst < fabric.endpoints(); dst++) {
        for (int hash = 0; hash < 64 && src != dst; hash++) {
          int links = walk(fabric, src, dst, hash << 26, used);
          boolean sameLeaf = src / hosts == dst / hosts;
          boolean sameGroup = src / perGroup == dst / perGroup;
          assertThat(links).isEqualTo(sameLeaf ? 2 : sameGroup ? 4 : 5);
        }
      }
    }
    for (int port = 0; port < fabric.ports(); port++) {
      if (fabric.joined(port)) {
        assertThat(used[port]).as(fabric.portName(port)).isPositive();
      }
    }
  }

  private static int walk(Fabric fabric, int src, int dst, int hash, int[] used) {
    int address = fabric.address(src, dst, 0);
    int port = fabric.sourcePort(src, dst, 0);
    int links = 1;
    used[port]++;
    for (int node = fabric.owner(fabric.peer(port));
        node != dst && links < 9;
        node = fabric.owner(fabric.peer(port))) {
      assertThat(fabric.choices(node, address)).isPositive();
      port = fabric.nextPort(node, address, hash * 31 + node * 0x9e3779b1);
      assertThat(fabric.joined(port)).isTrue();
      used[port]++;
      links++;
    }
    return links;
  }

  /**
   * Group g to group g + 1, 5 groups of 16 hosts, 4 links a pair. Directly 16 hosts share 4 links:
   * a quarter of their rate. With detours 10 links' worth at best (p N/2): 0.625 of their rate;
   * half of the detours are taken, so 8 links' worth or a little less.
   */
  @Test
  void detours_carry_what_direct_links_cannot() {
    Fabric fabric = fabric(5, 4, 4, 4, 4);
    int[] dst = new int[80];
    Arrays.setAll(dst, host -> (host + 16) % 80);
    Traffic traffic = Traffic.to(dst, 2_000_000);
    PacketSettings spray = placing(PacketSettings.Routing.SPRAY);
    double host = Played.boundPs(fabric, spray, traffic);

    double direct = Played.done(fabric, spray, traffic).lastPs() / host;
    double adaptive =
        Played.done(fabric, placing(PacketSettings.Routing.ADAPTIVE), traffic).lastPs() / host;
    assertThat(direct).isBetween(4.0, 4.4);
    assertThat(adaptive).isBetween(2.0, 2.5);

    FlowNetwork flows = new FlowNetwork(new Paths(fabric, Routing.SPREAD, 1));
    TrafficRun run = new TrafficRun(flows, traffic);
    run.run(Long.MAX_VALUE, Cancel.NEVER);
    assertThat(SimTime.seconds(run.lastPs())).isCloseTo(4 * 2e6 / 50e9, within(1e-5));
  }

  /** Detours are chosen by what a spine knows, so threads do not matter. */
  @Test
  void any_number_of_threads_takes_the_same_detours() {
    Fabric fabric = fabric(5, 4, 4, 4, 4);
    int[] dst = new int[80];
    Arrays.setAll(dst, host -> (host + 16) % 80);
    Traffic traffic = Traffic.to(dst, 200_000);
    PacketSettings adaptive = placing(PacketSettings.Routing.ADAPTIVE);
    long[] one = times(fabric, adaptive, traffic, 1);
    assertThat(times(fabric, adaptive, traffic, 2)).isEqualTo(one);
    assertThat(times(fabric, adaptive, traffic, 4)).isEqualTo(one);
  }

  private static long[] times(
      Fabric fabric, PacketSettings settings, Traffic traffic, int threads) {
    PacketNetwork network = new PacketNetwork(fabric, settings, List.of(), 1, threads);
    TrafficRun run = new TrafficRun(network, traffic);
    run.run(Long.MAX_VALUE, Cancel.NEVER);
    long[] times = new long[traffic.count()];
    Arrays.setAll(times, run::deliveredPs);
    return times;
  }

  /** Where links between groups suffice nobody goes round, and a lost spine is passed by. */
  @Test
  void uniform_traffic_keeps_to_direct_links_and_a_lost_spine_is_passed_by() {
    Fabric fabric = fabric(3, 2, 4, 4, 4);
    Traffic traffic = Traffic.allToAll(24, 200_000);
    PacketSettings adaptive = placing(PacketSettings.Routing.ADAPTIVE);
    double bound = Played.boundPs(fabric, adaptive, traffic);
    Played played = Played.done(fabric, adaptive, traffic);
    assertThat(played.lastPs() / bound).isLessThan(1.3);

    int spine = 0;
    while (fabric.kind(spine) != NodeKind.SPINE) {
      spine++;
    }
    Fault lost = new Fault(Fault.Kind.SWITCH_LOSS, spine, 0, Long.MAX_VALUE, 0);
    for (PacketSettings.Routing routing : PacketSettings.Routing.values()) {
      Played.done(fabric, placing(routing), List.of(lost), traffic, 3);
    }
  }
}
