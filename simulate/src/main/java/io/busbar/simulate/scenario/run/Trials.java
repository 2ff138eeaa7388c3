package io.busbar.simulate.scenario.run;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.path.FoldedPaths;
import io.busbar.simulate.path.Tiers;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a message takes on each of the paths that one of the first ranks stands for, found by
 * sending it over all of them, one after the other, through a network that carries nothing else.
 */
final class Trials {
  private final Fold fold;
  private final PacketNetwork network;

  /** Links between switches. */
  private final int[] inner;

  private long deliveredPs;

  /**
   * @param network that carries nothing else
   */
  Trials(PacketNetwork network, Fabric fabric, Tiers tiers, Fold fold) {
    this.network = network;
    this.fold = fold;
    inner =
        IntStream.range(0, fabric.ports())
            .filter(port -> fabric.joined(port) && tiers.inner(port))
            .toArray();
  }

  /**
   * One message on all paths.
   *
   * @param laterPs how much longer a message takes in the mean than on the way that is played
   * @param ports links between switches that it goes over, and its acknowledgements
   * @param bytes what each of them carries, headers included; without credit, which goes back once
   *     for several messages
   */
  record Trial(long laterPs, int[] ports, long[] bytes) {}

  /**
   * @param from a rank that is played
   * @param to where it sends, not folded back to those who are played
   */
  Trial of(int from, int to, int channel, int trafficClass, long messageBytes) {
    int copies = fold.ranks() / fold.period();
    long playedPs = timePs(from, to % fold.period(), channel, trafficClass, messageBytes);
    long[] before = Arrays.stream(inner).mapToLong(network.counters()::portBytes).toArray();
    long[] ps = new long[copies];
    for (int i = 0; i < copies; i++) {
      int shift = i * fold.period();
      int src = (from + shift) % fold.ranks();
      int dst = (to + shift) % fold.ranks();
      ps[i] = timePs(src, dst, channel, trafficClass, messageBytes);
    }
    int[] ports = new int[inner.length];
    long[] bytes = new long[inner.length];
    int used = 0;
    for (int i = 0; i < inner.length; i++) {
      long carried = network.counters().portBytes(inner[i]) - before[i];
      if (carried > 0) {
        ports[used] = inner[i];
        bytes[used++] = carried;
      }
    }
    long laterPs = Math.max(0, FoldedPaths.meanPs(ps, fold.hops()) - playedPs);
    return new Trial(laterPs, Arrays.copyOf(ports, used), Arrays.copyOf(bytes, used));
  }

  private long timePs(int src, int dst, int channel, int trafficClass, long bytes) {
    long start = network.nowPs();
    network.send(network.connect(src, dst, channel, trafficClass), bytes, 0);
    Listener listener = token -> deliveredPs = network.nowPs();
    network.run(listener, Long.MAX_VALUE, Cancel.NEVER);
    return deliveredPs - start;
  }
}
