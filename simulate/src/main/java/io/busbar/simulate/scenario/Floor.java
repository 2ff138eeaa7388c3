package io.busbar.simulate.scenario;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.bound.Bounds;
import io.busbar.simulate.bound.LowerBound;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.program.Program;
import java.util.List;

/**
 * The least time of a scenario.
 *
 * @param by what sets it, as a phrase
 */
record Floor(double seconds, String by) {
  private static final Floor NOTHING = new Floor(0, "nothing is sent");

  /**
   * Of a collective: bytes over the narrowest cut; of a ring also its rounds, one after the other
   * for each chunk: its bytes at the fastest link of a rank, and the latency of one link.
   *
   * @param endpoints where each rank is
   * @param message bytes of a chunk of a ring
   * @param reduces whether switches add up
   */
  static Floor of(
      Scenario scenario, CollectiveOp op, int[] endpoints, long message, boolean reduces) {
    Fabric fabric = scenario.site().fabric();
    int n = scenario.ranks();
    List<LowerBound> bounds = new Bounds(fabric).of(op, scenario.bytes(), 0, endpoints, reduces);
    Floor cut = bounds.isEmpty() ? NOTHING : of(fabric, bounds.getFirst());
    int rounds =
        switch (op) {
          case ALL_REDUCE -> 2 * (n - 1);
          case ALL_GATHER, REDUCE_SCATTER -> n - 1;
          default -> 0;
        };
    if (scenario.algorithm() != Algorithm.RING || rounds == 0 || scenario.bytes() == 0) {
      return cut;
    }
    double rate = 0;
    long latency = Long.MAX_VALUE;
    for (int endpoint : endpoints) {
      for (int port = fabric.firstPort(endpoint); port < fabric.endPort(endpoint); port++) {
        rate = Math.max(rate, fabric.bytesPerSecond(port));
        latency = Math.min(latency, fabric.latencyPs(port));
      }
    }
    double seconds = rounds * (message / rate + SimTime.seconds(latency));
    return seconds <= cut.seconds
        ? cut
        : new Floor(
            seconds,
            rounds
                + " rounds of "
                + new DataSize(message)
                + " at "
                + new Bandwidth(rate).inBits()
                + " and "
                + TimeSpan.print(SimTime.seconds(latency)));
  }

  private static Floor of(Fabric fabric, LowerBound bound) {
    String part =
        switch (bound.part()) {
          case ENDPOINT -> fabric.nodeName(bound.endpoint());
          case DOMAIN -> "the scale-up domain of " + fabric.nodeName(bound.endpoint());
          case LEAVES -> "the leaf of " + fabric.nodeName(bound.endpoint());
          case POD -> "the pod of " + fabric.nodeName(bound.endpoint());
        };
    return new Floor(
        bound.seconds(), moved(bound.bytes(), bound.outwards(), part, bound.bytesPerSecond()));
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
   * alone, from the time at which it may start.
   *
   * @param endpoints where each rank is
   */
  static Floor of(Fabric fabric, Program program, int[] endpoints) {
    long[] out = new long[fabric.endpoints()];
    long[] in = new long[fabric.endpoints()];
    Floor highest = NOTHING;
    for (int task = 0; task < program.size(); task++) {
      if (!program.sends(task) || program.rank(task) == program.peer(task)) {
        continue;
      }
      int src = endpoints[program.rank(task)];
      out[src] += program.amount(task);
      in[endpoints[program.peer(task)]] += program.amount(task);
      double start = SimTime.seconds(program.startPs(task));
      double alone = start + program.amount(task) / rate(fabric, src);
      if (start > 0 && alone > highest.seconds) {
        String what = new DataSize(program.amount(task)) + " that start at ";
        highest = new Floor(alone, what + TimeSpan.print(start));
      }
    }
    for (int e = 0; e < out.length; e++) {
      double rate = rate(fabric, e);
      boolean outwards = out[e] > in[e];
      long most = Math.max(out[e], in[e]);
      if (most / rate > highest.seconds) {
        highest = new Floor(most / rate, moved(most, outwards, fabric.nodeName(e), rate));
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
