package io.busbar.simulate.scenario.run;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.Task;
import io.busbar.simulate.scenario.setting.Words;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Refuses runs that would take hours or more memory than a plain machine has. Estimates. */
public final class Effort {
  private static final double MOST_LINK_HOPS = 4e9;
  private static final double MOST_MESSAGES = 1e9;
  private static final double MOST_CONNECTIONS = 4.5e6;
  private static final double HOPS = 6;

  /** Fewer messages are played in a second or two: nothing is folded for them. */
  private static final double LEAST_FOLDED = 4e6;

  /** The same of flows, of which many may share a link. */
  private static final double LEAST_FOLDED_FLOWS = 3e5;

  /** Ranks times channels whose schedule may be made to see whether it folds. */
  private static final long MOST_LANES = 1L << 22;

  /** The same of packets times links. */
  private static final double LEAST_FOLDED_HOPS = 1e8;

  /** Several runs that have more together are played side by side. */
  public static final double SIDE_BY_SIDE_EVENTS = 1e6;

  /** Some seconds of work. */
  public static final double LONG_EVENTS = 2e7;

  private Effort() {}

  /** What a run has to handle, about: packets times links, or what happens to messages. */
  public static double events(Scenario scenario) {
    if (scenario.fidelity() == Fidelity.CLOSED || scenario.task().program() != null) {
      return 0;
    }
    Fold fold = fold(scenario);
    double messages = messages(scenario) / (fold == null ? 1 : fold.copies());
    return switch (scenario.fidelity()) {
      case PACKET -> hops(scenario) / (fold == null ? 1 : fold.copies());
      case FLOW -> 4 * messages;
      default -> 2 * messages;
    };
  }

  private static double hops(Scenario scenario) {
    return HOPS * Math.max(bytes(scenario) / scenario.mtuBytes(), messages(scenario));
  }

  /** Ranks that stand for all of a run that is long; null when every rank is played. */
  static @Nullable Fold fold(Scenario scenario) {
    double least = scenario.fidelity() == Fidelity.FLOW ? LEAST_FOLDED_FLOWS : LEAST_FOLDED;
    boolean worth =
        scenario.fidelity() == Fidelity.PACKET
            ? hops(scenario) >= LEAST_FOLDED_HOPS
            : messages(scenario) >= least;
    return worth && mayFold(scenario) ? decide(scenario).fold() : null;
  }

  private static boolean mayFold(Scenario scenario) {
    return !scenario.exact()
        && scenario.task().op() != null
        && scenario.algorithm() != null
        && scenario.fidelity() != Fidelity.CLOSED
        && (long) scenario.ranks() * scenario.channels() <= MOST_LANES;
  }

  private static Folding.Decision decide(Scenario scenario) {
    CollectiveOp op = scenario.task().op();
    Algorithm algorithm = scenario.algorithm();
    return op == null || algorithm == null
        ? new Folding.Decision(null, "")
        : Folding.of(scenario, Job.alone(scenario).collective(op, algorithm).sized());
  }

  private static double connections(Scenario scenario) {
    boolean pairs = scenario.task() == Task.ALL_TO_ALL;
    double ranks = scenario.ranks();
    return ranks * scenario.channels() * (pairs ? ranks : peers(scenario));
  }

  private static double bytes(Scenario scenario) {
    double twice = scenario.task().op() == CollectiveOp.ALL_REDUCE ? 2 : 1;
    double bytes = twice * scenario.ranks() * scenario.bytes();
    return scenario.task() == Task.ALL_TO_ALL ? scenario.ranks() * bytes : bytes;
  }

  private static double messages(Scenario scenario) {
    double twice = scenario.task().op() == CollectiveOp.ALL_REDUCE ? 2 : 1;
    double ranks = scenario.ranks();
    double least = Math.max(bytes(scenario) / scenario.slotBytes(), connections(scenario));
    // In steps: of a ring each rank sends n, of two levels N over the network and n - N in its
    // node.
    Algorithm algorithm = scenario.algorithm();
    return algorithm == Algorithm.RING || algorithm == Algorithm.HIERARCHICAL
        ? Math.max(least, twice * ranks * ranks * scenario.channels())
        : least;
  }

  public static void check(Scenario scenario, Problems problems) {
    if (scenario.fidelity() == Fidelity.CLOSED) {
      return;
    }
    if (scenario.task().program() != null) {
      program(scenario, scenario.task().program(), problems);
      return;
    }
    boolean much =
        connections(scenario) > MOST_CONNECTIONS
            || messages(scenario) > MOST_MESSAGES
            || (scenario.fidelity() == Fidelity.PACKET && hops(scenario) > MOST_LINK_HOPS);
    if (!much || !mayFold(scenario)) {
      check(scenario, 1, "", problems);
      return;
    }
    Folding.Decision decision = decide(scenario);
    Fold fold = decision.fold();
    if (fold == null) {
      checkUnfolded(scenario, decision.reason(), problems);
    } else {
      check(scenario, fold.copies(), "", problems);
    }
  }

  /**
   * @param why ranks do not stand for each other
   */
  static void checkUnfolded(Scenario scenario, String why, Problems problems) {
    check(scenario, 1, "ranks do not stand for each other: " + why, problems);
  }

  private static void check(Scenario scenario, int copies, String why, Problems problems) {
    double connections = connections(scenario) / copies;
    double messages = messages(scenario) / copies;
    double hops = hops(scenario) / copies;
    String run = Words.of(scenario.fidelity()) + " of " + scenario.task().name();
    if (connections > MOST_CONNECTIONS) {
      refuse(
          run,
          connections,
          MOST_CONNECTIONS,
          "connections",
          why.isEmpty() ? "fewer --ranks" : why,
          problems);
    } else if (scenario.fidelity() == Fidelity.PACKET && hops > MOST_LINK_HOPS) {
      String hint = "a smaller --size, fewer --ranks, or --fidelity flow";
      refuse(run, hops, MOST_LINK_HOPS, "link hops", hint, problems);
    } else if (messages > MOST_MESSAGES) {
      String hint = "a smaller --size, fewer --ranks, or --fidelity closed";
      refuse(run, messages, MOST_MESSAGES, "messages", why.isEmpty() ? hint : why, problems);
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
