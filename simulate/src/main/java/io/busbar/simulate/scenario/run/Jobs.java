package io.busbar.simulate.scenario.run;

import io.busbar.base.report.Block;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.scenario.answer.Outcome;
import io.busbar.simulate.scenario.answer.SimulationAnswer.JobRun;
import io.busbar.simulate.scenario.setting.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays several jobs on one fabric, and each alone when that was asked for. Used once. */
public final class Jobs {
  private final Scenario whole;
  private final List<Job> jobs;
  private final boolean alone;
  private final Watch watch;
  private final List<Outcome> outcomes = new ArrayList<>();
  private LeastTime least = new LeastTime(0, "nothing is sent");

  /**
   * @param whole how the network is; what it sends is not looked at
   * @param alone whether each job is played by itself too
   */
  Jobs(Scenario whole, List<Job> jobs, boolean alone, Watch watch) {
    this.whole = whole;
    this.jobs = jobs;
    this.alone = alone;
    this.watch = watch;
  }

  /** What sets the least time of all jobs together. */
  LeastTime least() {
    return least;
  }

  Outcome play(Engine engine) {
    SharedNetwork shared = new SharedNetwork(engine.network(), whole.site().nics());
    List<Playing> playing = new ArrayList<>();
    double bytes = 0;
    for (Job job : jobs) {
      Job.Ready ready = job.on(shared.view(job.startPs()));
      shared.add(ready.playing());
      playing.add(ready.playing());
      bytes += ready.playing().expectedBytes();
      double seconds = SimTime.seconds(job.startPs()) + ready.least().seconds();
      if (seconds > least.seconds()) {
        least = new LeastTime(seconds, job.name() + ": " + ready.least().by());
      }
    }
    RunEnd end = engine.run(shared::run, least.seconds(), bytes);
    for (int j = 0; j < jobs.size(); j++) {
      // The job's network is over: this only takes down how it ended.
      playing.get(j).run(Long.MAX_VALUE, Cancel.NEVER);
      outcomes.add(playing.get(j).outcome(shared.end(j)));
    }
    return together(end);
  }

  private Outcome together(RunEnd end) {
    long last = 0;
    long messages = 0;
    long failures = 0;
    long bytes = 0;
    boolean complete = true;
    List<Integer> stuck = new ArrayList<>();
    List<Block.Lane> lanes = new ArrayList<>();
    for (int j = 0; j < jobs.size(); j++) {
      Job job = jobs.get(j);
      Outcome outcome = outcomes.get(j);
      complete &= outcome.complete();
      last = Math.max(last, job.startPs() + outcome.lastPs());
      messages += outcome.messages();
      failures += outcome.failures();
      bytes += outcome.bytes();
      for (int rank : outcome.stuck()) {
        int endpoint = job.endpoints()[rank % job.endpoints().length];
        if (stuck.size() < Outcome.MOST_STUCK && !stuck.contains(endpoint)) {
          stuck.add(endpoint);
        }
      }
      lanes.add(lane(job, outcome, end));
    }
    return new Outcome(
        end, complete, last, messages, failures, bytes, null, stuck, null, null, lanes);
  }

  private static Block.Lane lane(Job job, Outcome outcome, RunEnd end) {
    double from = SimTime.seconds(job.startPs());
    double until =
        outcome.complete() ? from + SimTime.seconds(outcome.lastPs()) : SimTime.seconds(end.atPs());
    String label = job.scenario().task().name();
    Block.Span span = new Block.Span(from, Math.max(from, until), label, "communication");
    return new Block.Lane(job.name(), List.of(span));
  }

  /** What came of each job; after {@link #play}. */
  List<JobRun> runs() {
    List<JobRun> runs = new ArrayList<>();
    for (int j = 0; j < jobs.size(); j++) {
      Job job = jobs.get(j);
      Scenario scenario = job.scenario();
      Outcome outcome = outcomes.get(j);
      Double seconds = outcome.complete() ? SimTime.seconds(outcome.lastPs()) : null;
      runs.add(
          new JobRun(
              job.name(),
              scenario.task().name(),
              scenario.ranks(),
              scenario.bytes(),
              scenario.algorithm() == null ? null : scenario.algorithm().id(),
              SimTime.seconds(job.startPs()),
              seconds,
              alone(job),
              seconds == null ? null : Simulation.busbw(scenario, seconds)));
    }
    return runs;
  }

  private @Nullable Double alone(Job job) {
    if (!alone || jobs.size() == 1 || watch.cancelled()) {
      return null;
    }
    Engine engine = new Engine(whole, watch);
    Job.Ready ready = job.on(engine.network());
    Outcome outcome = Playing.alone(ready.playing(), engine, ready.least().seconds());
    return outcome.complete() ? SimTime.seconds(outcome.lastPs()) : null;
  }
}
