package io.busbar.runtime.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.faults.Scenario.Fault;
import io.busbar.runtime.hosts.Hosts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ranks on hosts and an aggregator on another one lose one of them at a random moment of an
 * operation through it. {@code -Dbusbar.trials=200} runs as many trials, from {@code
 * -Dbusbar.seed=1} on.
 */
class AggregatedFaultsTest {
  private static final int MOST_RANKS = 4;

  /** Place of the aggregator, as if it were one more rank. */
  private static final int MIDDLE = MOST_RANKS;

  private static final List<CollectiveOp> OPS =
      List.of(CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_REDUCE, CollectiveOp.BROADCAST);

  @TempDir private Path folder;

  /** What happens in a trial; the victim may be the aggregator. */
  private static Scenario scenario(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean middle = random.nextInt(3) == 0;
    Fault fault = Fault.values()[random.nextInt(middle ? 3 : 4)];
    int ranks = random.nextInt(3, MOST_RANKS + 1);
    return new Scenario(
        seed,
        fault,
        "aggregated",
        ranks,
        middle ? MIDDLE : random.nextInt(ranks),
        -1,
        OPS.get(random.nextInt(OPS.size())),
        Route.AUTO,
        1L << random.nextInt(2, 23),
        false,
        random.nextInt(4) == 0 ? Scenario.How.BACKGROUND : Scenario.How.BLOCKING,
        random.nextInt(30_000),
        0);
  }

  @Test
  void nobody_hangs_and_the_others_go_on() throws Exception {
    int trials = Integer.getInteger("busbar.trials", 0);
    long seed = Long.getLong("busbar.seed", 1);
    List<Scenario> scenarios = new ArrayList<>();
    if (trials == 0) {
      scenarios.add(first(Fault.KILL, false));
      scenarios.add(first(Fault.CUT, true));
    }
    for (int i = 0; i < trials; i++) {
      scenarios.add(scenario(seed + i));
    }
    Worker[] workers = new Worker[MOST_RANKS + 1];
    try (Hosts hosts = Hosts.up(workers.length, "none")) {
      for (Scenario scenario : scenarios) {
        for (int i = 0; i < workers.length; i++) {
          if (workers[i] == null) {
            workers[i] = new Worker(hosts, i + 1);
            if (i == MIDDLE) {
              workers[i].tell("aggregator " + Hosts.address(i + 1));
              workers[i].await("ready");
            }
          }
        }
        trial(hosts, workers, scenario);
      }
    } finally {
      for (Worker worker : workers) {
        if (worker != null) {
          worker.close();
        }
      }
    }
  }

  private static Scenario first(Fault fault, boolean middle) {
    for (long seed = 1; ; seed++) {
      Scenario scenario = scenario(seed);
      if (scenario.fault() == fault && scenario.victim() == MIDDLE == middle) {
        return scenario;
      }
    }
  }

  private void trial(Hosts hosts, Worker[] workers, Scenario scenario) throws Exception {
    try {
      play(hosts, workers, scenario);
    } catch (AssertionError e) {
      StringBuilder said = new StringBuilder("\n");
      for (int i = 0; i < workers.length; i++) {
        said.append("  ").append(i).append(": ");
        said.append(workers[i] == null ? "gone" : workers[i].said()).append('\n');
      }
      throw new AssertionError(scenario + ": " + e.getMessage() + said, e);
    }
  }

  private void play(Hosts hosts, Worker[] workers, Scenario scenario) throws Exception {
    String meet = folder.resolve("meet" + scenario.seed()).toString();
    for (int rank = 0; rank < scenario.ranks(); rank++) {
      workers[rank].forget();
      String own = Hosts.address(rank + 1);
      String task = scenario.task(rank, meet, own);
      // A host has one rank, so its name is free to say where the aggregator is.
      workers[rank].tell(task.replace(own + " " + own, own + " " + Hosts.address(MIDDLE + 1)));
    }
    for (int rank = 0; rank < scenario.ranks(); rank++) {
      workers[rank].await("ready");
    }
    TimeUnit.MICROSECONDS.sleep(scenario.afterUs());
    int victim = scenario.victim();
    switch (scenario.fault()) {
      case KILL -> workers[victim].kill();
      case FREEZE -> workers[victim].signal("STOP");
      case CUT -> hosts.cut(victim + 1);
      case ABORT -> workers[victim].tell("abort");
      case NONE -> throw new IllegalArgumentException("no fault");
    }
    boolean lost = scenario.fault() != Fault.ABORT && victim != MIDDLE;
    for (int rank = 0; rank < scenario.ranks(); rank++) {
      if (!lost || rank != victim) {
        List<String> threw = workers[rank].await("threw");
        String named = victim == MIDDLE ? "-1" : Integer.toString(victim);
        assertThat(threw.get(2)).as("%s", threw).isEqualTo(named);
        List<String> end = workers[rank].await("right", "out");
        assertThat(end.getFirst()).as("%s", end).isEqualTo("right");
        int left = scenario.ranks() - (lost ? 1 : 0);
        assertThat(end.get(2)).as("%s", end).isEqualTo(Integer.toString(left));
        assertThat(workers[rank].await("end")).containsExactly("end");
      }
    }
    if (scenario.fault() == Fault.CUT) {
      hosts.mend(victim + 1);
    }
    if (scenario.fault() != Fault.ABORT) {
      workers[victim].kill();
      workers[victim] = null;
    }
  }
}
