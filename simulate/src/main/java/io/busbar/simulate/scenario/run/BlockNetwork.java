package io.busbar.simulate.scenario.run;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.path.StandInPorts;
import io.busbar.simulate.path.Tiers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A network of packets in which the ranks of the first few nodes stand for all: what they send to a
 * node further on goes to the one among them that stands for it. Where paths that one stands for
 * are longer, a message is told of as much later as it takes there, in the mean of the chain of
 * messages that takes longest. Rank i is on endpoint i.
 */
final class BlockNetwork implements Network {
  /** Marks tokens of messages between nodes, whose own are kept here; others are never negative. */
  private static final long BETWEEN = 1L << 63;

  private final PacketNetwork packets;
  private final Supplier<PacketNetwork> fresh;
  private final Fabric fabric;
  private final Tiers tiers;
  private final Fold fold;
  private final StandInPorts standIns;
  private final List<@Nullable Hop> hops = new ArrayList<>();
  private @Nullable Trials trials;

  // Messages between nodes that are not both told as delivered and as sent: how often one will be
  // told of, and the first of the places that are free.
  private long[] token = new long[64];
  private long[] laterPs = new long[64];
  private byte[] untold = new byte[64];
  private int[] next = new int[64];
  private int free = -1;
  private int places;

  /**
   * @param fresh makes another network like that one
   */
  BlockNetwork(PacketNetwork packets, Supplier<PacketNetwork> fresh, Fabric fabric, Fold fold) {
    this.packets = packets;
    this.fresh = fresh;
    this.fabric = fabric;
    this.fold = fold;
    tiers = new Tiers(fabric);
    standIns = new StandInPorts(fabric, tiers, fold.ranks(), fold.period());
  }

  /** A connection between nodes, and what it stands for: how often messages of a size went over. */
  private record Hop(int from, int to, int channel, int trafficClass, Map<Long, Sent> bySize) {}

  private static final class Sent {
    final Trials.Trial trial;
    long count;

    Sent(Trials.Trial trial) {
      this.trial = trial;
    }
  }

  @Override
  public int connect(int src, int dst, int channel, int trafficClass) {
    int from = src % fold.period();
    int to = from + Math.floorMod(dst - src, fold.ranks());
    int connection = packets.connect(from, to % fold.period(), channel, trafficClass);
    while (hops.size() <= connection) {
      hops.add(null);
    }
    if (!fabric.scaleUp(src, dst)) {
      hops.set(connection, new Hop(from, to, channel, trafficClass, new HashMap<>()));
    }
    return connection;
  }

  @Override
  public void send(int connection, long bytes, long itsToken) {
    Hop hop = hops.get(connection);
    if (hop == null) {
      packets.send(connection, bytes, itsToken);
      return;
    }
    Sent sent = hop.bySize.computeIfAbsent(bytes, size -> new Sent(trial(hop, size)));
    sent.count++;
    int place = takePlace();
    untold[place] = 2;
    token[place] = itsToken;
    laterPs[place] = sent.trial.laterPs();
    packets.send(connection, bytes, BETWEEN | place);
  }

  private Trials.Trial trial(Hop hop, long bytes) {
    if (trials == null) {
      trials = new Trials(fresh.get(), fabric, tiers, fold);
    }
    return trials.of(hop.from, hop.to, hop.channel, hop.trafficClass, bytes);
  }

  private int takePlace() {
    if (free < 0) {
      if (places == token.length) {
        token = Arrays.copyOf(token, 2 * places);
        laterPs = Arrays.copyOf(laterPs, 2 * places);
        untold = Arrays.copyOf(untold, 2 * places);
        next = Arrays.copyOf(next, 2 * places);
      }
      return places++;
    }
    int place = free;
    free = next[place];
    return place;
  }

  @Override
  public void timer(long delayPs, long itsToken) {
    packets.timer(delayPs, itsToken);
  }

  @Override
  public long nowPs() {
    return packets.nowPs();
  }

  @Override
  public RunEnd run(Listener to, long untilPs, Cancel cancel) {
    return packets.run(new Later(to), untilPs, cancel);
  }

  /** Tells of messages between nodes when their mean path is through. */
  private final class Later implements Listener {
    private final Listener to;

    Later(Listener to) {
      this.to = to;
    }

    @Override
    public void delivered(long told) {
      if (told >= 0) {
        to.delivered(told);
      } else if (laterPs[place(told)] > 0) {
        packets.timer(laterPs[place(told)], told);
      } else {
        to.delivered(tokenOf(told));
      }
    }

    @Override
    public void timer(long told) {
      if (told >= 0) {
        to.timer(told);
      } else {
        to.delivered(tokenOf(told));
      }
    }

    @Override
    public void sent(long told) {
      to.sent(told >= 0 ? told : tokenOf(told));
    }

    @Override
    public void failed(long told, Failure why) {
      to.failed(told >= 0 ? told : token[place(told)], why);
    }

    private int place(long told) {
      return (int) (told & ~BETWEEN);
    }

    private long tokenOf(long told) {
      int place = place(told);
      long its = token[place];
      if (--untold[place] == 0) {
        next[place] = free;
        free = place;
      }
      return its;
    }
  }

  /** What all links carried, also those of ranks that others stand for. */
  IntToDoubleFunction carried() {
    double[] all = new double[fabric.ports()];
    for (int port = 0; port < all.length; port++) {
      boolean ofRank = standIns.belongs(port);
      all[port] = ofRank ? packets.counters().portBytes(standIns.of(port)) : 0;
    }
    for (Hop hop : hops) {
      if (hop != null) {
        hop.bySize.values().forEach(sent -> add(sent, all));
      }
    }
    return port -> all[port] * fold.filled();
  }

  private static void add(Sent sent, double[] all) {
    int[] ports = sent.trial.ports();
    for (int i = 0; i < ports.length; i++) {
      all[ports[i]] += (double) sent.count * sent.trial.bytes()[i];
    }
  }
}
