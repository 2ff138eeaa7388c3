package io.busbar.simulate.scenario.run;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.SizedSchedule;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.model.cluster.Cluster;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.play.AggregationLimits;
import io.busbar.simulate.play.Placement;
import io.busbar.simulate.play.Play;
import io.busbar.simulate.play.PlayOptions;
import io.busbar.simulate.play.PlayResult;
import io.busbar.simulate.play.Player;
import io.busbar.simulate.play.Slowest;
import io.busbar.simulate.play.StepRecorder;
import io.busbar.simulate.scenario.answer.Outcome;
import io.busbar.simulate.scenario.answer.SimulationAnswer.SlowRank;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.Site;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Plays a collective's schedule. */
public final class Collective {
  private static final int MOST_LANES = 16;

  /** Messages of a connection under way, as NCCL has it (NCCL_STEPS). */
  private static final int SLOTS = 8;

  private final Scenario scenario;
  private final SizedSchedule sized;
  private final Schedule schedule;
  private final Chunking chunking;
  private final int[] endpoints;
  private final int[] nodes;

  /**
   * @param endpoints where each rank is
   * @throws IllegalArgumentException when there is no such schedule, it does not fit the size, or
   *     has no place on the fabric
   */
  Collective(Scenario scenario, CollectiveOp op, Algorithm algorithm, int[] endpoints) {
    this.scenario = scenario;
    this.endpoints = endpoints;
    Site site = scenario.site();
    AggregationLimits limits =
        InSwitch.of(algorithm) == InSwitch.NETWORK ? InSwitch.limits(site) : null;
    Locality locality = limits == null ? site.locality(endpoints) : site.byLeaf(endpoints);
    ScheduleRequest request =
        ScheduleRequest.of(op, algorithm, locality)
            .withChannels(scenario.channels())
            .withMesh(site.mesh());
    if (algorithm == Algorithm.BY_DIMENSION && endpoints.length == site.hosts()) {
      request = request.withGrid(site.fabric().gridAxes());
    }
    if (limits != null) {
      request = request.withRadix(Placement.aggregationRadix(site.fabric(), locality, endpoints));
    }
    sized = SizedSchedule.of(request, scenario.bytes(), scenario.slotBytes(), SLOTS);
    schedule = sized.schedule();
    chunking = sized.chunking();
    nodes = Placement.of(site.fabric(), schedule, endpoints);
    if (limits != null) {
      limits.check(site.fabric(), schedule, nodes);
    }
  }

  /**
   * A schedule that is given, on endpoints without switches.
   *
   * @param slots messages that a connection holds
   * @throws IllegalArgumentException when it does not fit the size, or has no place on the fabric
   */
  Collective(Scenario scenario, Schedule given, int slots, int[] endpoints) {
    this.scenario = scenario;
    this.endpoints = endpoints;
    schedule = given;
    chunking = Chunking.of(given, scenario.bytes(), scenario.slotBytes(), Math.max(SLOTS, slots));
    sized = new SizedSchedule(schedule, chunking);
    nodes = Placement.of(scenario.site().fabric(), schedule, endpoints);
  }

  SizedSchedule sized() {
    return sized;
  }

  /** The collective on a network, ready to be played. */
  Playing on(Network network) {
    return on(network, null);
  }

  /**
   * The same where some ranks stand for all; null to play every rank. All chunks then count as
   * full: that which ends last is.
   */
  Playing on(Network network, @Nullable Fold fold) {
    StepLanes steps = new StepLanes();
    boolean small = schedule.agents() <= MOST_LANES && fold == null;
    Play all =
        Play.of(schedule, fold == null ? chunking : chunking.full(schedule.chunks()), options());
    Play play =
        of(all.on(nodes), fold)
            .with(scenario.faults().ranks().of(endpoints).orNone())
            .with(small ? steps : StepRecorder.NONE);
    Player player = new Player(play, network);
    return new Playing() {
      private @Nullable PlayResult last;

      @Override
      public RunEnd run(long untilPs, Cancel cancel) {
        last = player.play(untilPs, cancel);
        return last.end();
      }

      @Override
      public double expectedBytes() {
        double ranks = scenario.ranks();
        return Math.max(1, schedule.op().busFactor(scenario.ranks()) * ranks * scenario.bytes());
      }

      @Override
      public Outcome outcome(RunEnd end) {
        if (last == null) {
          throw new IllegalStateException("it was not played");
        }
        return Collective.this.outcome(last, end, steps);
      }
    };
  }

  private static Play of(Play all, @Nullable Fold fold) {
    return fold == null ? all : fold.rails() > 1 ? all.onOneRail() : all.folded(fold.period());
  }

  private PlayOptions options() {
    Cluster cluster = scenario.site().cluster();
    double reducing = cluster == null ? 0 : cluster.reduceSecondsPerByte();
    return scenario.congestion().playOptions().reducing(reducing * SimTime.PS_PER_SECOND);
  }

  private Outcome outcome(PlayResult result, RunEnd end, StepLanes steps) {
    return new Outcome(
        end,
        result.complete(),
        result.timePs(),
        result.messages(),
        result.failures(),
        result.bytes(chunking),
        slowest(result),
        result.stuck(Outcome.MOST_STUCK),
        null,
        null,
        steps.lanes(agent -> schedule.agent(agent).toString()));
  }

  private static @Nullable SlowRank slowest(PlayResult result) {
    Slowest slowest = result.slowest();
    return slowest == null
        ? null
        : new SlowRank(
            slowest.cause().name().toLowerCase(Locale.ROOT),
            slowest.agent(),
            slowest.peer() < 0 ? null : slowest.peer(),
            SimTime.seconds(slowest.itsPs()),
            SimTime.seconds(slowest.typicalPs()));
  }

  /** Whether switches add up. */
  boolean reducesInNetwork() {
    return schedule.agents() > schedule.ranks();
  }
}
