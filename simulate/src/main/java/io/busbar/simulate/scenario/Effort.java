package io.busbar.simulate.scenario;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.program.Program;
import java.util.Locale;

/** Refuses runs that would take hours or more memory than a plain machine has. Estimates. */
final class Effort {
  private static final double MOST_LINK_HOPS = 4e9;
  private static final double MOST_MESSAGES = 1e9;
  private static final double MOST_CONNECTIONS = 4.5e6;
  private static final double HOPS = 6;

  private Effort() {}

  static void check(Scenario scenario, Problems problems) {
    if (scenario.fidelity() == Fidelity.CLOSED) {
      return;
    }
    double ranks = scenario.ranks();
    if (scenario.task().program() != null) {
      program(scenario, scenario.task().program(), problems);
      return;
    }
    double twice = scenario.task().op() == CollectiveOp.ALL_REDUCE ? 2 : 1;
    double bytes = twice * ranks * scenario.bytes();
    boolean pairs = scenario.task() == Task.ALL_TO_ALL;
    bytes = pairs ? ranks * bytes : bytes;
    double connections = ranks * scenario.channels() * (pairs ? ranks : peers(scenario));
    double messages = Math.max(bytes / scenario.slotBytes(), connections);
    if (scenario.algorithm() == Algorithm.RING) {
      messages = Math.max(messages, twice * ranks * ranks * scenario.channels());
    }
    double hops = HOPS * Math.max(bytes / scenario.mtuBytes(), messages);
    String run = Words.of(scenario.fidelity()) + " of " + scenario.task().name();
    if (connections > MOST_CONNECTIONS) {
      refuse(run, connections, MOST_CONNECTIONS, "connections", "fewer --ranks", problems);
    } else if (scenario.fidelity() == Fidelity.PACKET && hops > MOST_LINK_HOPS) {
      String way = "a smaller --size, fewer --ranks, or --fidelity flow";
      refuse(run, hops, MOST_LINK_HOPS, "link hops", way, problems);
    } else if (messages > MOST_MESSAGES) {
      String way = "a smaller --size, fewer --ranks, or --fidelity closed";
      refuse(run, messages, MOST_MESSAGES, "messages", way, problems);
    }
  }

  private static void program(Scenario scenario, Program program, Problems problems) {
    double hops = 0;
    double messages = 0;
    for (int task = 0; task < program.size(); task++) {
      if (program.sends(task)) {
        messages++;
        hops += HOPS * Math.max(1, (double) program.amount(task) / scenario.mtuBytes());
      }
    }
    String run = Words.of(scenario.fidelity()) + " of " + scenario.task().name();
    if (messages > MOST_CONNECTIONS) {
      refuse(run, messages, MOST_CONNECTIONS, "messages", "cut the file", problems);
    } else if (scenario.fidelity() == Fidelity.PACKET && hops > MOST_LINK_HOPS) {
      refuse(run, hops, MOST_LINK_HOPS, "link hops", "--fidelity flow", problems);
    }
  }

  private static double peers(Scenario scenario) {
    Algorithm algorithm = scenario.algorithm();
    return algorithm == null
        ? 1
        : switch (algorithm) {
          case DIRECT, PAIRWISE, PXN -> scenario.ranks();
          default -> 2;
        };
  }

  private static void refuse(
      String run, double count, double most, String what, String hint, Problems problems) {
    String expected = String.format(Locale.ROOT, "at most %,.0f %s", most, what);
    String read = String.format(Locale.ROOT, "%s: about %,.0f", run, count);
    problems.add(Position.of("--fidelity"), "", read, expected, hint);
  }
}
