package io.busbar.simulate.scenario.run;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.scenario.setting.Scenario;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One of several things that share a fabric.
 *
 * @param name what it is called
 * @param scenario what it sends, as if it were alone
 * @param endpoints where each of its ranks is
 * @param startPs when it starts
 * @param locate puts a problem, which names an option, to its place in a file
 */
public record Job(
    String name, Scenario scenario, int[] endpoints, long startPs, UnaryOperator<Problem> locate) {

  /** The scenario alone, on the first endpoints. */
  static Job alone(Scenario scenario) {
    int[] endpoints = IntStream.range(0, scenario.ranks()).toArray();
    return new Job("", scenario, endpoints, 0, UnaryOperator.identity());
  }

  /** The least time it takes alone, and how it plays on a network. */
  record Ready(LeastTime least, Playing playing) {}

  /**
   * @throws InputException when the schedule cannot be made, or has no place on the fabric
   */
  Ready on(Network network) {
    return on(network, null);
  }

  /**
   * @param fold ranks of a collective that stand for all; null to play every rank
   * @throws InputException when the schedule cannot be made, or has no place on the fabric
   */
  Ready on(Network network, @Nullable Fold fold) {
    CollectiveOp op = scenario.task().op();
    Algorithm algorithm = scenario.algorithm();
    if (op == null || algorithm == null) {
      Messages messages = new Messages(scenario, endpoints);
      LeastTime least = LeastTime.of(scenario.site().fabric(), messages.program(), endpoints);
      return new Ready(least, messages.on(network));
    }
    Collective collective = collective(op, algorithm);
    LeastTime least = LeastTime.of(scenario, op, endpoints, collective.reducesInNetwork());
    return new Ready(least, collective.on(network, fold));
  }

  /**
   * @throws InputException when the schedule cannot be made, or has no place on the fabric
   */
  Collective collective(CollectiveOp op, Algorithm algorithm) {
    try {
      return new Collective(scenario, op, algorithm, endpoints);
    } catch (IllegalArgumentException e) {
      String expected = "a schedule for this fabric, fidelity and size";
      String reason = String.valueOf(e.getMessage());
      Position at = Position.of("--algo");
      throw new InputException(locate.apply(new Problem(at, "", algorithm.id(), expected, reason)));
    }
  }
}
