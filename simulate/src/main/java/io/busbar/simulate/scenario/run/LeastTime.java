package io.busbar.simulate.scenario.run;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.bound.Bounds;
import io.busbar.simulate.bound.LowerBound;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.scenario.setting.Scenario;
import java.util.List;

/**
 * The least time of a scenario.
 *
 * @param by what sets it, as a phrase
 */
public record LeastTime(double seconds, String by) {
  private static final LeastTime NOTHING = new LeastTime(0, "nothing is sent");

  /**
   * Of a collective, whatever its algorithm: bytes over the narrowest cut and the latency of the
   * shortest path, or the latency from the first rank to the last, of whom each needs the other.
   *
   * @param endpoints where each rank is
   * @param reduces whether switches add up
   */
  static LeastTime of(Scenario scenario, CollectiveOp op, int[] endpoints, boolean reduces) {
    if (scenario.bytes() == 0 || endpoints.length < 2) {
      return NOTHING;
    }
    Fabric fabric = scenario.site().fabric();
    List<LowerBound> bounds = new Bounds(fabric).of(op, scenario.bytes(), 0, endpoints, reduces);
    LeastTime cut = bounds.isEmpty() ? NOTHING : of(fabric, bounds.getFirst());
    double far = latencySeconds(scenario, endpoints);
    return far <= cut.seconds
        ? cut
        : new LeastTime(far, "the latency from the first rank to the last");
  }

  private static double latencySeconds(Scenario scenario, int[] endpoints) {
    Paths paths = new Paths(scenario.site().fabric(), scenario.route().paths(), scenario.seed());
    int last = endpoints[endpoints.length - 1];
    return paths.find(endpoints[0], last, 0) ? SimTime.seconds(paths.latencyPs()) : 0;
  }

  private static LeastTime of(Fabric fabric, LowerBound bound) {
    String part =
        switch (bound.part()) {
          case ENDPOINT -> fabric.nodeName(bound.endpoint());
          case DOMAIN -> "the scale-up domain of " + fabric.nodeName(bound.endpoint());
          case LEAVES -> "the leaf of " + fabric.nodeName(bound.endpoint());
          case POD -> "the pod of " + fabric.nodeName(bound.endpoint());
        };
    return new LeastTime(
        bound.seconds(),
        moved(bound.bytes(), bound.outwards(), part, bound.bytesPerSecond())
            + latency(bound.latencySeconds()));
  }

  private static String latency(double seconds) {
    return seconds == 0 ? "" : ", and " + TimeSpan.print(seconds) + " of latency";
  }

  private static String moved(double bytes, boolean out, String part, double bytesPerSecond) {
    return DataSize.print(bytes)
        + (out ? " out of " : " into ")
        + part
        + " at "
        + new Bandwidth(bytesPerSecond).inBits();
  }

  /**
   * Of plain messages: what one endpoint sends or receives over all its links, or the last message
   * alone, from the time at which it may start; and the latency of the shortest path.
   *
   * @param endpoints where each rank is
   */
  static LeastTime of(Fabric fabric, Program program, int[] endpoints) {
    long[] out = new long[fabric.endpoints()];
    long[] in = new long[fabric.endpoints()];
    LeastTime highest = NOTHING;
    double latency = SimTime.seconds(Bounds.leastLatencyPs(fabric, endpoints));
    for (int task = 0; task < program.size(); task++) {
      if (!program.sends(task) || program.rank(task) == program.peer(task)) {
        continue;
      }
      int src = endpoints[program.rank(task)];
      out[src] += program.amount(task);
      in[endpoints[program.peer(task)]] += program.amount(task);
      double start = SimTime.seconds(program.startPs(task));
      double alone = start + program.amount(task) / rate(fabric, src) + latency;
      if (start > 0 && alone > highest.seconds) {
        String what = new DataSize(program.amount(task)) + " that start at ";
        highest = new LeastTime(alone, what + TimeSpan.print(start));
      }
    }
    for (int e = 0; e < out.length; e++) {
      double rate = rate(fabric, e);
      boolean outwards = out[e] > in[e];
      long most = Math.max(out[e], in[e]);
      double seconds = most / rate + latency;
      if (most > 0 && seconds > highest.seconds) {
        String by = moved(most, outwards, fabric.nodeName(e), rate) + latency(latency);
        highest = new LeastTime(seconds, by);
      }
    }
    return highest;
  }

  /** Of all links of an endpoint. */
  private static double rate(Fabric fabric, int endpoint) {
    double rate = 0;
    for (int port = fabric.firstPort(endpoint); port < fabric.endPort(endpoint); port++) {
      rate += fabric.bytesPerSecond(port);
    }
    return rate;
  }
}
