package io.busbar.simulate.scenario.run;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Block;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.emit.Observed;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.Inseparable;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.Counters;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.scenario.answer.Loads;
import io.busbar.simulate.scenario.answer.Outcome;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.answer.SimulationAnswer.End;
import io.busbar.simulate.scenario.answer.SimulationAnswer.JobRun;
import io.busbar.simulate.scenario.answer.Verdict;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.Repair;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs one scenario. */
public final class Simulation {
  /**
   * An answer and what pictures are made of.
   *
   * @param lanes what each rank did, for small runs
   * @param loads null for an engine that has no links inside
   * @param observed what the network shows of it
   */
  public record Run(
      SimulationAnswer answer,
      List<Block.Lane> lanes,
      Fabric fabric,
      @Nullable Loads loads,
      History history,
      Observed observed) {}

  private static final double PER_NANO = 1e-9;

  /** What collisions of hashes may add to a run that is folded all the same. */
  private static final double LITTLE = 1.01;

  private final Scenario scenario;
  private final LongSupplier cpuNanos;

  private final Watch watch;

  /** Threads that play packets, at most; 0 to choose. */
  private int threads;

  private Simulation(Scenario scenario, int threads, LongSupplier cpuNanos, Watch watch) {
    this.scenario = scenario;
    this.threads = threads;
    this.watch = watch;
    this.cpuNanos = cpuNanos;
  }

  /**
   * @param threads that play packets, at most; 0 to choose
   * @throws InputException when the schedule cannot be made, or has no place on the fabric
   */
  public static Run run(Scenario scenario, int threads, LongSupplier cpuNanos, Watch watch) {
    return new Simulation(scenario, threads, cpuNanos, watch).run();
  }

  /**
   * Several jobs on one fabric.
   *
   * @param whole how the network is
   * @throws InputException when a schedule cannot be made, or has no place on the fabric
   */
  public static Run run(
      Scenario whole, List<Job> jobs, boolean alone, LongSupplier cpuNanos, Watch watch) {
    return new Simulation(whole, 1, cpuNanos, watch).run(jobs, alone);
  }

  private Run run() {
    long start = cpuNanos.getAsLong();
    CollectiveOp op = scenario.task().op();
    Algorithm algorithm = scenario.algorithm();
    if (op != null && algorithm != null && scenario.fidelity() == Fidelity.CLOSED) {
      return closed(op, algorithm, start);
    }
    return run(Effort.fold(scenario), start);
  }

  private Run run(@Nullable Fold fold, long start) {
    try {
      return run(fold, start, Engine.threads(threads, scenario, fold));
    } catch (Inseparable e) {
      threads = 1;
      return run(fold, start, 1);
    }
  }

  private Run run(@Nullable Fold fold, long start, int playing) {
    Engine engine = new Engine(scenario, fold, 1, playing, cpuNanos, watch);
    Job.Ready job = Job.alone(scenario).on(engine.network(), fold);
    if (scenario.fidelity() == Fidelity.CLOSED) {
      return answer(job.least(), null, formula(job.least().seconds()), start, List.of());
    }
    Outcome outcome = Playing.alone(job.playing(), engine, job.least().seconds());
    String why = fold == null ? null : differ(fold, outcome, engine);
    if (why != null) {
      Problems problems = new Problems();
      Effort.checkUnfolded(scenario, why, problems);
      problems.throwIfAny();
      return run(null, start);
    }
    return answer(job.least(), engine, outcome, start, List.of());
  }

  /** Why those who were stood for may have met something else; null when they did not. */
  private @Nullable String differ(Fold fold, Outcome outcome, Engine engine) {
    if (!outcome.complete()) {
      return null;
    }
    PacketNetwork packets = engine.packets();
    if (packets != null) {
      Counters seen = packets.counters();
      boolean chance = seen.marks() + seen.drops() + seen.retransmitted() > 0;
      return chance ? "packets were marked or lost by chance" : null;
    }
    return fold.sharing() > 1 && matters(fold, outcome)
        ? "hashes put several connections on one link"
        : null;
  }

  /**
   * Whether it may cost time that hashes put connections on one link: it slows no message by more
   * than all are slowed when every link carries that much less.
   */
  private boolean matters(Fold fold, Outcome outcome) {
    Engine engine = new Engine(scenario, fold, fold.sharing(), 1, cpuNanos, watch);
    Job.Ready job = Job.alone(scenario).on(engine.network(), fold);
    Outcome most = Playing.alone(job.playing(), engine, job.least().seconds());
    return most.lastPs() > LITTLE * outcome.lastPs();
  }

  private Run closed(CollectiveOp op, Algorithm algorithm, long start) {
    Job job = Job.alone(scenario);
    Collective collective = job.collective(op, algorithm);
    int[] endpoints = job.endpoints();
    LeastTime least = LeastTime.of(scenario, op, endpoints, collective.reducesInNetwork());
    double bytes = (double) scenario.bytes();
    double seconds =
        bytes == 0
            ? 0
            : scenario.site().fabric().grid()
                ? GridForm.seconds(scenario.site().fabric(), op, bytes)
                : new ClosedForm(scenario, collective.sized(), endpoints)
                    .seconds(algorithm, op, bytes);
    return answer(least, null, formula(seconds), start, List.of());
  }

  /** Several jobs on one fabric, of whose network this is the scenario. */
  private Run run(List<Job> jobs, boolean alone) {
    long start = cpuNanos.getAsLong();
    Jobs together = new Jobs(scenario, jobs, alone, watch);
    Engine engine = new Engine(scenario, watch);
    Outcome outcome = together.play(engine);
    return answer(together.least(), engine, outcome, start, together.runs());
  }

  private static Outcome formula(double seconds) {
    long ps = SimTime.ps(seconds);
    RunEnd end = RunEnd.of(RunEnd.Reason.DONE, ps);
    return new Outcome(end, true, ps, 0, 0, 0, null, List.of(), null, null, List.of());
  }

  /** What nccl-tests calls so; null for a program. */
  static @Nullable Double busbw(Scenario scenario, double seconds) {
    Task task = scenario.task();
    if (task.program() != null) {
      return null;
    }
    int sent = task == Task.INCAST || task == Task.ALL_TO_ALL ? scenario.ranks() - 1 : 1;
    double factor = task.busFactor(scenario.ranks());
    return seconds <= 0 ? 0 : factor * sent * scenario.bytes() / seconds;
  }

  private Run answer(
      LeastTime least, @Nullable Engine engine, Outcome outcome, long start, List<JobRun> jobs) {
    Double cpu = start < 0 ? null : (cpuNanos.getAsLong() - start + others(engine)) * PER_NANO;
    long untilPs = outcome.complete() ? outcome.lastPs() : outcome.end().atPs();
    Loads loads = engine == null ? null : engine.loads(untilPs);
    PacketNetwork packets = engine == null ? null : engine.packets();
    Counters seen = packets == null ? null : packets.counters();
    double seconds = SimTime.seconds(outcome.lastPs());
    Algorithm algorithm = scenario.algorithm();
    Fabric fabric = scenario.site().fabric();
    SimulationAnswer answer =
        new SimulationAnswer(
            scenario.task().name(),
            scenario.site().name(),
            scenario.site().hosts(),
            scenario.ranks(),
            scenario.bytes(),
            scenario.fidelity(),
            algorithm == null ? null : algorithm.id(),
            algorithm == null ? null : scenario.channels(),
            loads == null ? null : scenario.route(),
            seen == null && !scenario.congestion().clearToSend() ? null : scenario.congestion(),
            seen == null ? null : Integer.valueOf(scenario.mtuBytes()),
            seen == null ? null : Integer.valueOf(scenario.transport().queuePairs()),
            seen == null ? null : Boolean.valueOf(lossless()),
            seen == null ? null : repair(),
            scenario.faults().words(),
            scenario.seed(),
            end(outcome),
            SimTime.seconds(untilPs),
            outcome.complete() ? seconds : null,
            least.seconds(),
            least.by(),
            outcome.complete() ? busbw(scenario, seconds) : null,
            engine == null ? null : outcome.messages(),
            outcome.messageTimes(),
            outcome.path(),
            outcome.failures(),
            seen == null ? null : seen.hops(),
            seen == null ? null : seen.events(),
            deliveredBytes(engine, outcome),
            cpu,
            seen == null ? null : seen.drops(),
            seen == null ? null : seen.corrupted(),
            seen == null ? null : seen.retransmitted(),
            seen == null ? null : seen.timeouts(),
            seen == null ? null : seen.pauses(),
            seen == null ? null : seen.marks(),
            seen == null ? null : seen.notifications(),
            engine == null ? null : engine.peakQueueBytes(),
            outcome.slowest(),
            loads == null ? List.of() : loads.tiers(),
            loads == null ? List.of() : loads.hottest(),
            jobs,
            outcome.complete() ? List.of() : outcome.stuck(),
            outcome.end().cycle().stream().map(fabric::portName).toList(),
            verdict(outcome, loads, seen, seconds, least.seconds()),
            told(engine, loads != null, seen != null),
            List.of());
    History history = engine == null ? new History(fabric, false) : engine.history();
    Playback playback = history.playback();
    if (playback != null) {
      watch.played(playback);
    }
    return new Run(
        answer, outcome.lanes(), fabric, loads, history, observed(seen, untilPs, answer));
  }

  private static long others(@Nullable Engine engine) {
    PacketNetwork packets = engine == null ? null : engine.packets();
    return packets == null ? 0 : packets.otherThreadsNanos();
  }

  private List<String> told(@Nullable Engine engine, boolean links, boolean packets) {
    List<String> told = new ArrayList<>(scenario.own().told(scenario, links, packets));
    Fold fold = engine == null ? null : engine.fold();
    if (fold != null) {
      told.add(fold.words());
    }
    if (scenario.fidelity() == Fidelity.MESSAGE && scenario.site().fabric().grid()) {
      told.add(
          "messages of a router go over one of its links at a time, which is too slow by the number"
              + " of links that it uses at once; --fidelity flow or packet uses all");
    }
    return told;
  }

  private Observed observed(@Nullable Counters seen, long untilPs, SimulationAnswer answer) {
    Task task = scenario.task();
    Double seconds = answer.completionS();
    Observed.Table table =
        task.op() == null || seconds == null
            ? null
            : new Observed.Table(
                task.name(),
                scenario.ranks(),
                scenario.bytes(),
                seconds,
                task.busFactor(scenario.ranks()));
    return new Observed(
        scenario.site().fabric(),
        scenario.congestion().infiniBand(),
        scenario.faults().faults(),
        seen,
        table,
        untilPs);
  }

  private @Nullable Verdict verdict(
      Outcome outcome,
      @Nullable Loads loads,
      @Nullable Counters seen,
      double seconds,
      double boundSeconds) {
    if (loads == null || !outcome.complete() || seconds == 0) {
      return null;
    }
    Verdict.Seen packets =
        seen == null
            ? new Verdict.Seen(0, 0, 0)
            : new Verdict.Seen(seen.retransmitted(), seen.timeouts(), seen.notifications());
    return Verdict.of(scenario, loads, outcome.slowest(), seconds, boundSeconds, packets);
  }

  private boolean lossless() {
    return scenario.transport().lossless();
  }

  private Repair repair() {
    return scenario.transport().repair(scenario.route());
  }

  static @Nullable Long deliveredBytes(@Nullable Engine engine, Outcome outcome) {
    PacketNetwork packets = engine == null ? null : engine.packets();
    Fold fold = engine == null ? null : engine.fold();
    double all = fold == null ? 1 : fold.copies() * fold.filled();
    return packets != null
        ? Long.valueOf(Math.round(packets.counters().deliveredBytes() * all))
        : engine == null ? null : Long.valueOf(outcome.bytes());
  }

  private static End end(Outcome outcome) {
    RunEnd.Reason reason = outcome.end().reason();
    if (outcome.complete()) {
      return End.DONE;
    }
    if (reason == RunEnd.Reason.CANCELLED) {
      return End.CANCELLED;
    }
    return reason == RunEnd.Reason.DEADLOCK
        ? End.DEADLOCK
        : outcome.failures() > 0 ? End.FAILED : End.STALLED;
  }
}
