package io.busbar.runtime.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.faults.Scenario.Fault;
import io.busbar.runtime.hosts.Hosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ranks on four hosts lose one of them at a random moment of a random operation. {@code
 * -Dbusbar.trials=200} runs as many trials, from {@code -Dbusbar.seed=1} on, and prints how fast
 * faults were noticed.
 */
class FaultsTest {
  private static final int HOSTS = 4;
  private static final Path SHM = Path.of("/dev/shm");
  private static final long FROZEN_MS = 1000;

  /** What a busy machine may add to a promised time: its processors serve others meanwhile. */
  private static final long SLACK_MS = 5000;

  @TempDir private Path folder;
  private final Map<Fault, List<Double>> noticed = new EnumMap<>(Fault.class);
  private final List<Double> shrunk = new ArrayList<>();
  private int meetings;

  @Test
  void the_lost_rank_is_named_the_others_go_on_and_what_was_sent_last_arrives() throws Exception {
    try (Hosts hosts = Hosts.up(HOSTS, "none")) {
      Worker[] workers = new Worker[HOSTS];
      try {
        for (Scenario scenario : scenarios()) {
          for (int i = 0; i < HOSTS; i++) {
            workers[i] = workers[i] == null ? new Worker(hosts, i + 1) : workers[i];
          }
          trial(hosts, workers, scenario);
        }
        if (Integer.getInteger("busbar.trials", 0) > 0) {
          tell();
        }
      } finally {
        for (Worker worker : workers) {
          if (worker != null) {
            worker.close();
          }
        }
      }
    }
  }

  /** The sender is long gone when its last bytes reach the others over its slow cable. */
  private static void leave(Hosts hosts, Worker[] workers, Scenario scenario) throws Exception {
    for (int rank = 0; rank < scenario.ranks(); rank++) {
      assertThat(workers[rank].await("end")).containsExactly("end");
    }
    hosts.rate(scenario.ranks(), "none");
  }

  private void tell() {
    noticed.forEach((fault, millis) -> System.out.println(fault + " noticed: " + text(millis)));
    System.out.println("shrunk: " + text(shrunk));
  }

  private static String text(List<Double> millis) {
    double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return "median %.1f ms, worst %.1f ms of %d: %s"
        .formatted(
            sorted[sorted.length / 2],
            sorted[sorted.length - 1],
            sorted.length,
            Arrays.toString(sorted));
  }

  private static List<Scenario> scenarios() {
    int trials = Integer.getInteger("busbar.trials", 0);
    long seed = Long.getLong("busbar.seed", 1);
    if (trials == 0) {
      return List.of(
          Scenario.of(1, Fault.CUT, "tcp"),
          Scenario.of(2, Fault.FREEZE, "mixed"),
          Scenario.of(3, Fault.ABORT, "tcp"),
          Scenario.of(4, Fault.KILL, "shm"),
          Scenario.of(5, Fault.KILL, "tcp"),
          Scenario.once(CollectiveOp.BROADCAST, Route.of(Algorithm.BINOMIAL), 1 << 20));
    }
    return Stream.iterate(seed, s -> s + 1).limit(trials).map(Scenario::of).toList();
  }

  private void trial(Hosts hosts, Worker[] workers, Scenario scenario) throws Exception {
    try {
      play(hosts, workers, scenario);
    } catch (AssertionError e) {
      StringBuilder said = new StringBuilder("\n");
      for (int rank = 0; rank < scenario.ranks(); rank++) {
        said.append("  rank ").append(rank).append(": ");
        said.append(workers[rank] == null ? "gone" : workers[rank].said()).append('\n');
      }
      throw new AssertionError(scenario + ": " + e.getMessage() + said, e);
    }
  }

  private void play(Hosts hosts, Worker[] workers, Scenario scenario) throws Exception {
    String meet = folder.resolve("meet" + meetings++).toString();
    if (scenario.fault() == Fault.NONE) {
      hosts.rate(scenario.ranks(), "20mbit");
    }
    for (int rank = 0; rank < scenario.ranks(); rank++) {
      workers[rank].forget();
      workers[rank].tell(scenario.task(rank, meet, Hosts.address(rank + 1)));
    }
    if (scenario.fault() == Fault.NONE) {
      leave(hosts, workers, scenario);
      return;
    }
    for (int rank = 0; rank < scenario.ranks(); rank++) {
      workers[rank].await("ready");
    }
    TimeUnit.MICROSECONDS.sleep(scenario.afterUs());
    int victim = scenario.victim();
    long start = System.nanoTime();
    strike(hosts, workers, scenario);
    List<Integer> left = new ArrayList<>();
    for (int rank = 0; rank < scenario.ranks(); rank++) {
      if (rank != victim || scenario.fault() == Fault.ABORT) {
        left.add(rank);
      }
    }
    follow(workers, scenario);
    for (int rank : left) {
      if (rank != scenario.second()) {
        noticed(scenario, workers[rank].await("threw"), start);
      }
    }
    left.remove((Integer) scenario.second());
    if (scenario.wakesEarly()) {
      TimeUnit.MICROSECONDS.sleep(scenario.laterUs());
      workers[victim].signal("CONT");
      workers[victim].await("threw");
      left.add(victim);
    }
    List<List<String>> ends = new ArrayList<>();
    for (int rank : left) {
      ends.add(workers[rank].await("right", "out"));
    }
    goOn(scenario, ends);
    heal(hosts, workers, scenario);
    for (int rank : left) {
      assertThat(workers[rank].await("end"))
          .as("leftovers of rank %d", rank)
          .containsExactly("end");
    }
    try (Stream<Path> files = Files.list(SHM)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("busbar-")))
          .isEmpty();
    }
  }

  private static void strike(Hosts hosts, Worker[] workers, Scenario scenario)
      throws IOException, InterruptedException {
    Worker victim = workers[scenario.victim()];
    switch (scenario.fault()) {
      case KILL -> {
        victim.kill();
        workers[scenario.victim()] = null;
      }
      case FREEZE -> victim.signal("STOP");
      case CUT -> hosts.cut(scenario.victim() + 1);
      case ABORT -> victim.tell("abort");
      case NONE -> {}
    }
  }

  /** What happens while the others are at shrinking. */
  private static void follow(Worker[] workers, Scenario scenario) throws Exception {
    if (scenario.second() >= 0) {
      TimeUnit.MICROSECONDS.sleep(scenario.laterUs());
      workers[scenario.second()].kill();
      workers[scenario.second()] = null;
    }
  }

  private void noticed(Scenario scenario, List<String> threw, long start) {
    double millis = (Long.parseLong(threw.get(3)) - start) / 1e6;
    boolean silent = scenario.fault() == Fault.CUT || scenario.fault() == Fault.FREEZE;
    String type =
        scenario.fault() == Fault.ABORT ? "CollectiveAbortedException" : "PeerFailedException";
    assertThat(threw.get(1)).as("%s", threw).isEqualTo(type);
    assertThat(Integer.parseInt(threw.get(2)))
        .as("%s", threw)
        .isIn(scenario.victim(), scenario.second() < 0 ? scenario.victim() : scenario.second());
    assertThat(millis).isLessThan(SLACK_MS + (silent ? FROZEN_MS : 100));
    if (scenario.how() != Scenario.How.SPLIT) {
      noticed.computeIfAbsent(scenario.fault(), fault -> new ArrayList<>()).add(millis);
    }
  }

  private void goOn(Scenario scenario, List<List<String>> ends) {
    List<List<String>> right = ends.stream().filter(end -> end.getFirst().equals("right")).toList();
    right.forEach(end -> shrunk.add(Long.parseLong(end.get(3)) / 1e3));
    if (scenario.second() >= 0) {
      assertThat(right).as("%s", ends).hasSameSizeAs(ends);
      return;
    }
    assertThat(right).as("%s", ends).allMatch(end -> end.get(2).equals("" + right.size()));
    int lost = scenario.fault() == Fault.ABORT ? 0 : 1;
    int expected = scenario.survives() ? scenario.ranks() - lost : 0;
    if (scenario.wakesEarly()) {
      assertThat(right.size()).as("%s", ends).isBetween(expected, scenario.ranks());
    } else {
      assertThat(right).as("%s", ends).hasSize(expected);
    }
  }

  /** Who was frozen or cut off finds out that it is no member any more. */
  private static void heal(Hosts hosts, Worker[] workers, Scenario scenario) throws Exception {
    Worker victim = workers[scenario.victim()];
    switch (scenario.fault()) {
      case FREEZE -> {
        if (scenario.wakesEarly()) {
          return;
        }
        victim.signal("CONT");
      }
      case CUT -> hosts.mend(scenario.victim() + 1);
      default -> {
        return;
      }
    }
    List<String> threw = victim.await("threw");
    assertThat(threw.get(1)).isEqualTo("PeerFailedException");
    if (scenario.ranks() > 2) {
      assertThat(Integer.parseInt(threw.get(2))).as("%s", threw).isEqualTo(scenario.victim());
    }
    List<String> end = victim.await("out", "right");
    boolean alone = scenario.fault() == Fault.CUT && scenario.ranks() == 2;
    String expected = alone && scenario.victim() == 0 ? "right" : "out";
    assertThat(end.getFirst()).as("%s", end).isEqualTo(expected);
    assertThat(victim.await("end")).containsExactly("end");
  }
}
