package io.busbar.simulate.scenario;

import io.busbar.base.report.Block;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.scenario.SimulationAnswer.SlowRank;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays a pattern of plain messages. */
final class Messages {
  private static final int MOST_LANES = 32;

  private final Traffic traffic;

  Messages(Scenario scenario) {
    traffic =
        scenario.task() == Task.INCAST
            ? Traffic.incast(0, 1, scenario.ranks() - 1, scenario.bytes())
            : Traffic.permutation(scenario.ranks(), scenario.bytes(), scenario.seed());
  }

  Traffic traffic() {
    return traffic;
  }

  Outcome play(Engine engine, double boundSeconds) {
    TrafficRun run = new TrafficRun(engine.network(), traffic);
    RunEnd end = engine.run(until -> run.run(until, Cancel.NEVER), boundSeconds);
    long bytes = 0;
    int delivered = 0;
    List<Integer> stuck = new ArrayList<>();
    for (int i = 0; i < traffic.count(); i++) {
      if (run.deliveredPs(i) >= 0) {
        delivered++;
        bytes += traffic.bytes()[i];
      } else if (stuck.size() < Outcome.MOST_STUCK) {
        stuck.add(traffic.src()[i]);
      }
    }
    return new Outcome(
        end,
        delivered == traffic.count(),
        run.lastPs(),
        delivered,
        run.failures(),
        bytes,
        slowest(run),
        stuck,
        lanes(run));
  }

  private @Nullable SlowRank slowest(TrafficRun run) {
    int last = 0;
    long[] times = new long[traffic.count()];
    for (int i = 0; i < times.length; i++) {
      times[i] = run.deliveredPs(i);
      last = times[i] > times[last] ? i : last;
    }
    long its = times[last];
    Arrays.sort(times);
    long typical = times[times.length / 2];
    return its <= 0
        ? null
        : new SlowRank(
            "last-message",
            traffic.src()[last],
            traffic.dst()[last],
            SimTime.seconds(its),
            SimTime.seconds(Math.max(0, typical)));
  }

  private List<Block.Lane> lanes(TrafficRun run) {
    List<Block.Lane> lanes = new ArrayList<>();
    for (int i = 0; i < traffic.count() && traffic.count() <= MOST_LANES; i++) {
      double until = SimTime.seconds(run.deliveredPs(i));
      if (until > 0) {
        Block.Span span = new Block.Span(0, until, "to " + traffic.dst()[i], "communication");
        lanes.add(new Block.Lane("rank " + traffic.src()[i], List.of(span)));
      }
    }
    return lanes;
  }
}
