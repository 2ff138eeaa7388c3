package io.busbar.simulate.scenario.run;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.SizedSchedule;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Schedule;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.path.FoldedPaths;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.path.Tiers;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.Route;
import io.busbar.simulate.scenario.setting.Scenario;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the first ranks of a collective may stand for all. They may where all ranks do
 * the same, a few numbers on, and no link between switches can hold anybody back: then what a rank
 * meets is at the ends of its messages, and those are alike.
 */
public final class Folding {
  private static final long MOST_CONNECTIONS = 2_000_000;

  /** What is decided: a fold, or the reason why there is none. */
  record Decision(@Nullable Fold fold, String reason) {}

  private final Scenario scenario;
  private final Schedule schedule;
  private final Fabric fabric;
  private final Tiers tiers;
  private final int loops;
  private final double filled;
  private final int ranks;
  private int period;

  /** The most that could meet on a link between switches, over what it carries. */
  private double sharing;

  private Folding(Scenario scenario, SizedSchedule sized) {
    this.scenario = scenario;
    schedule = sized.schedule();
    loops = sized.chunking().loops();
    long full = sized.chunking().full(schedule.chunks()).bytes();
    filled = full == 0 ? 1 : (double) sized.chunking().bytes() / full;
    fabric = scenario.site().fabric();
    tiers = new Tiers(fabric);
    ranks = schedule.ranks();
  }

  /**
   * @param schedule whose rank i is on endpoint i
   */
  static Decision of(Scenario scenario, SizedSchedule schedule) {
    return new Folding(scenario, schedule).decide();
  }

  private Decision decide() {
    if (scenario.fidelity() == Fidelity.PACKET) {
      return packets();
    }
    String reason = programs();
    reason = reason != null ? reason : fabric();
    if (reason != null) {
      return new Decision(null, reason);
    }
    boolean alike = alike();
    int hops = hops();
    if (!alike && hops == FoldedPaths.LONGEST && scenario.algorithm() != Algorithm.DIRECT) {
      return new Decision(null, "some of its paths are longer than others, so ranks drift apart");
    }
    reason = scenario.fidelity() == Fidelity.FLOW ? shared() : null;
    return reason != null
        ? new Decision(null, reason)
        : new Decision(new Fold(period, 1, ranks, hops, alike, Math.max(1, sharing), filled), "");
  }

  /** One rail for all, else the first nodes for all. */
  private Decision packets() {
    String reason = rails();
    int rails = schedule.rails();
    if (reason == null) {
      return new Decision(new Fold(ranks, rails, ranks, FoldedPaths.LONGEST, true, 1, filled), "");
    }
    String block = block();
    if (block != null) {
      return new Decision(null, rails > 1 ? reason : block);
    }
    return new Decision(new Fold(period, 1, ranks, hops(), alike(), 1, filled), "");
  }

  /** Why packets of the first nodes may not stand for all; null when they may. */
  private @Nullable String block() {
    String reason = programs();
    if (reason != null) {
      return reason;
    }
    if (scenario.route() != Route.ECMP) {
      return "packets take their paths by chance or by queues";
    }
    if (period == scenario.site().domain()) {
      // A node does not send to itself what is for the next one.
      period *= 2;
    }
    if (period >= ranks || ranks % period != 0) {
      return "its ranks are not alike";
    }
    if (!alike() && hops() == FoldedPaths.LONGEST) {
      return "some of its paths are longer than others, so ranks drift apart";
    }
    reason = fabric();
    reason = reason != null ? reason : shared(ranks);
    return reason != null ? reason : foldedBack();
  }

  /** Why what goes to another node may not go to the one that stands for it; null when it may. */
  private @Nullable String foldedBack() {
    PacketNetwork network = Engine.packets(scenario);
    int[] targets = new int[ranks];
    for (int rank = 0; rank < period; rank++) {
      for (int channel = 0; channel < schedule.channels(); channel++) {
        int n = schedule.targets(rank, channel, targets);
        for (int i = 0; i < n; i++) {
          if (fabric.scaleUp(rank, targets[i])) {
            continue;
          }
          int played = targets[i] % period;
          if (rank == played || fabric.scaleUp(rank, played)) {
            return "its ranks send to several nodes";
          }
          int length = network.paths(network.connect(rank, played, channel, 0)).length;
          for (int shift = 0; shift < ranks; shift += period) {
            int src = (rank + shift) % ranks;
            int dst = (targets[i] + shift) % ranks;
            if (network.paths(network.connect(src, dst, channel, 0)).length < length) {
              return "the paths of its first ranks are not the shortest";
            }
          }
        }
      }
    }
    return shared(period);
  }

  /**
   * Hops between nodes that the last message of a ring has behind it; in a ring through all ranks
   * of nodes they are whole rounds.
   */
  private int hops() {
    Algorithm algorithm = scenario.algorithm();
    int nodes = ranks / scenario.site().domain();
    int rounds = loops * (schedule.op() == CollectiveOp.ALL_REDUCE ? 2 : 1);
    if (algorithm == Algorithm.RING) {
      return scenario.site().domain() > 1 ? ranks / period : rounds * (ranks - 1);
    }
    return algorithm == Algorithm.HIERARCHICAL ? rounds * (nodes - 1) : FoldedPaths.LONGEST;
  }

  private @Nullable String programs() {
    if (!scenario.faults().words().isEmpty()) {
      return "faults make ranks differ";
    }
    int domain = scenario.site().domain();
    period = domain * (schedule.period() / gcd(domain, schedule.period()));
    if (schedule.agents() != ranks || period >= ranks || ranks % period != 0) {
      return "its ranks are not alike";
    }
    return null;
  }

  /** Why one rail of packets may not stand for all; null when it may. */
  private @Nullable String rails() {
    int rails = schedule.rails();
    if (!scenario.faults().words().isEmpty()) {
      return "faults make rails differ";
    }
    if (rails == 1 || rails != scenario.site().domain() || scenario.site().mesh()) {
      return "its packets have no rails that are alike";
    }
    if (scenario.route() != Route.ECMP) {
      return "packets of all rails take their paths by chance or by queues";
    }
    String fabric = fabric();
    return fabric != null ? fabric : shared(ranks);
  }

  /**
   * A link between switches that carries data of two connections; null when there is none.
   *
   * @param played ranks that send to each other, in place of all
   */
  private @Nullable String shared(int played) {
    PacketNetwork network = Engine.packets(scenario);
    int[] usedBy = new int[fabric.ports()];
    int[] targets = new int[ranks];
    for (int rank = 0; rank < played; rank++) {
      for (int channel = 0; channel < schedule.channels(); channel++) {
        int n = schedule.targets(rank, channel, targets);
        for (int i = 0; i < n; i++) {
          if (fabric.scaleUp(rank, targets[i])) {
            continue;
          }
          int connection = network.connect(rank, targets[i] % played, channel, 0);
          for (int port : network.paths(connection)) {
            if (tiers.inner(port) && usedBy[port] > 0 && usedBy[port] != connection + 1) {
              return "hashes put two connections on " + fabric.portName(port);
            }
            usedBy[port] = connection + 1;
          }
        }
      }
    }
    return null;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private @Nullable String fabric() {
    String irregular = tiers.irregular();
    if (irregular != null) {
      return irregular;
    }
    for (int rank = 0; rank < ranks; rank++) {
      if (tiers.leaf(rank, 0) < 0) {
        return fabric.nodeName(rank) + " has no network port";
      }
    }
    return tiers.widens() ? null : "links between switches are slower than those of hosts";
  }

  /** Whether a rank and those that it stands for hang on one leaf, for each channel. */
  private boolean alike() {
    for (int channel = 0; channel < scenario.site().nics(); channel++) {
      for (int rank = 0; rank < ranks; rank++) {
        if (tiers.leaf(rank, channel) != tiers.leaf(rank % period, channel)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Why a link between switches may hold somebody back; null when none can. */
  private @Nullable String shared() {
    if (scenario.route().paths() == Routing.SPREAD) {
      int node = tiers.narrow();
      return node < 0 ? null : "less goes up from " + fabric.nodeName(node) + " than comes";
    }
    int[] none = {};
    long connections = 0;
    for (int rank = 0; rank < period; rank++) {
      for (int channel = 0; channel < schedule.channels(); channel++) {
        connections += schedule.targets(rank, channel, none);
      }
    }
    connections *= ranks / period;
    return connections > MOST_CONNECTIONS ? "hashes collide" : collision((int) connections);
  }

  /**
   * Looks for links between switches that could hold somebody back. What crosses one is at most
   * what its sources send, and at most what its destinations take.
   */
  private @Nullable String collision(int connections) {
    Crossing sources = new Crossing(fabric, connections);
    Crossing destinations = new Crossing(fabric, connections);
    Paths paths = new Paths(fabric, scenario.route().paths(), scenario.seed());
    int[] targets = new int[ranks];
    for (int rank = 0; rank < period; rank++) {
      for (int channel = 0; channel < schedule.channels(); channel++) {
        int n = schedule.targets(rank, channel, targets);
        for (int i = 0; i < n; i++) {
          if (!fabric.scaleUp(rank, targets[i])) {
            for (int shift = 0; shift < ranks; shift += period) {
              int src = (rank + shift) % ranks;
              int dst = (targets[i] + shift) % ranks;
              if (!paths.find(src, dst, channel)) {
                return "there is no path from rank " + src + " to rank " + dst;
              }
              sources.add(tiers, paths, tiers.intoLeaf(src, channel));
              destinations.add(tiers, paths, fabric.peer(tiers.intoLeaf(dst, channel)));
            }
          }
        }
      }
    }
    double[] sent = sources.bytesPerSecond();
    double[] taken = destinations.bytesPerSecond();
    for (int port = 0; port < sent.length; port++) {
      double most = Math.min(sent[port], taken[port]);
      sharing = Math.max(sharing, most / fabric.bytesPerSecond(port));
    }
    return null;
  }

  /** Which ends use which links between switches, each pair counted once. */
  private static final class Crossing {
    private final Fabric fabric;
    private long[] pairs;
    private int count;

    Crossing(Fabric fabric, int connections) {
      this.fabric = fabric;
      pairs = new long[Math.max(16, 4 * connections)];
    }

    void add(Tiers tiers, Paths path, int end) {
      for (int i = 0; i < path.count(); i++) {
        int port = path.ports()[i];
        if (tiers.inner(port)) {
          if (count == pairs.length) {
            pairs = Arrays.copyOf(pairs, count * 2);
          }
          pairs[count++] = (long) port << 32 | end;
        }
      }
    }

    double[] bytesPerSecond() {
      Arrays.sort(pairs, 0, count);
      double[] sum = new double[fabric.ports()];
      for (int i = 0; i < count; i++) {
        if (i == 0 || pairs[i] != pairs[i - 1]) {
          sum[(int) (pairs[i] >> 32)] += fabric.bytesPerSecond((int) pairs[i]);
        }
      }
      return sum;
    }
  }
}
