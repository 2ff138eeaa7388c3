package io.busbar.runtime.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.runtime.launch.Agents;
import io.busbar.runtime.launch.Host;
import io.busbar.runtime.launch.Seat;
import io.busbar.runtime.launch.Starter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Agents are killed, frozen, stopped all at once, started twice or left alone by the process that
 * leads, and strangers call it, at a random moment of a preflight. It ends, and names nobody but
 * the agent that was lost; agents end with the process that leads. {@code -Dbusbar.trials=100}
 * makes that many trials, from {@code -Dbusbar.seed=1} on.
 */
class AgentFaultsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /**
   * An agent that shows no sign of life is given up after 15 s, a transfer that stalls after 20.
   */
  private static final long MOST_S = 120;

  private static final long MOST_MOMENT_MS = 3000;
  private static final int STRANGERS = 300;

  private enum Fault {
    KILL,
    FREEZE,
    PAUSE,
    STRANGERS,
    TWICE,
    LEADER
  }

  private record Trial(long seed, Fault fault, int agents, int victim, long momentMs) {
    static Trial of(long seed) {
      Random random = new Random(seed);
      return of(seed, Fault.values()[random.nextInt(Fault.values().length)]);
    }

    static Trial of(long seed, Fault fault) {
      Random random = new Random(31 * seed + fault.ordinal());
      int agents = random.nextInt(2, 5);
      long moment = random.nextLong(MOST_MOMENT_MS);
      return new Trial(seed, fault, agents, random.nextInt(agents), moment);
    }
  }

  private static final class Processes implements Starter {
    final List<Process> all = new ArrayList<>();
    List<String> last = List.of();

    @Override
    public synchronized void start(Seat seat, List<String> command, String token) {
      try {
        last = command;
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        all.add(process);
        PrintStream to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        to.println(token);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void signal(String name, int agent) throws IOException, InterruptedException {
      String id = Long.toString(all.get(agent).pid());
      new ProcessBuilder("kill", "-" + name, id).start().waitFor();
    }

    /** All end by themselves. */
    void awaitEnd() throws InterruptedException {
      for (Process process : all) {
        assertThat(process.waitFor(MOST_S, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  private static List<Seat> seats(int count) {
    List<Host> hosts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      hosts.add(new Host("h" + i, "127.0.0.1", 1, new Position("hosts", i + 1, 1)));
    }
    return Seat.perHost(hosts);
  }

  @Test
  void a_preflight_ends_and_names_nobody_but_the_agent_that_is_lost() throws Exception {
    int trials = Integer.getInteger("busbar.trials", 0);
    long seed = Long.getLong("busbar.seed", 1);
    Map<Fault, Integer> done = new EnumMap<>(Fault.class);
    List<Trial> all =
        trials == 0
            ? List.of(Trial.of(seed, Fault.KILL))
            : Stream.iterate(seed, s -> s + 1).limit(trials).map(Trial::of).toList();
    for (Trial trial : all) {
      try {
        if (trial.fault == Fault.LEADER) {
          leaderDies(trial);
        } else {
          play(trial);
        }
      } catch (AssertionError e) {
        throw new AssertionError(trial + ": " + e.getMessage(), e);
      }
      done.merge(trial.fault, 1, Integer::sum);
    }
    if (trials > 0) {
      System.out.println("agents: " + done);
    }
  }

  private static void play(Trial trial) throws Exception {
    Processes processes = new Processes();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    String token = Agents.newToken();
    List<Socket> strangers = new ArrayList<>();
    try (Agents agents =
        Agents.start(seats(trial.agents), any, token, PreflightProcess.command(), processes)) {
      assertThat(agents.await(LONG)).isEmpty();
      CompletableFuture<PreflightAnswer> answer =
          CompletableFuture.supplyAsync(() -> measure(agents));
      TimeUnit.MILLISECONDS.sleep(trial.momentMs);
      switch (trial.fault) {
        case KILL -> processes.all.get(trial.victim).destroyForcibly();
        case FREEZE -> processes.signal("STOP", trial.victim);
        case PAUSE -> pause(processes);
        case TWICE -> processes.start(agents.seats().getFirst(), processes.last, token);
        case STRANGERS -> call(agents.place(), strangers);
        case LEADER -> throw new IllegalArgumentException("of a process of its own");
      }
      boolean loses = trial.fault == Fault.KILL || trial.fault == Fault.FREEZE;
      String lost = loses ? "h" + trial.victim : "nobody";
      PreflightAnswer got = answer.get(MOST_S, TimeUnit.SECONDS);
      assertThat(got.hosts()).isEqualTo(trial.agents);
      for (Outlier each : got.outliers()) {
        assertThat(each.host().equals(lost) || lost.equals(each.peer()))
            .as(() -> each + " of " + got.outliers())
            .isTrue();
      }
    } finally {
      for (Socket socket : strangers) {
        socket.close();
      }
      if (trial.fault == Fault.FREEZE) {
        processes.signal("CONT", trial.victim);
      }
      try {
        processes.awaitEnd();
      } finally {
        processes.all.forEach(Process::destroyForcibly);
      }
    }
  }

  private static void pause(Processes processes) throws IOException, InterruptedException {
    for (int agent = 0; agent < processes.all.size(); agent++) {
      processes.signal("STOP", agent);
    }
    TimeUnit.SECONDS.sleep(2);
    for (int agent = 0; agent < processes.all.size(); agent++) {
      processes.signal("CONT", agent);
    }
  }

  private static void call(String place, List<Socket> strangers) throws IOException {
    String[] at = place.split(":", -1);
    for (int i = 0; i < STRANGERS; i++) {
      Socket socket = new Socket(at[0], Integer.parseInt(at[1]));
      strangers.add(socket);
      socket.getOutputStream().write(new byte[i % 100]);
    }
  }

  private static PreflightAnswer measure(Agents agents) {
    Watch nobody =
        new Watch() {
          @Override
          public void at(String what, int done, int of) {}

          @Override
          public boolean cancelled() {
            return false;
          }
        };
    Duration each = Duration.ofMillis(50);
    PreflightQuestion question =
        new PreflightQuestion(List.of(), each, 1, Duration.ofMinutes(1), 1, 1);
    try {
      return Preflight.run(agents, Map.of(), question, nobody);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Its agents are its children, and are adopted by another process when it dies. */
  private static void leaderDies(Trial trial) throws Exception {
    List<String> command = new ArrayList<>(PreflightProcess.command());
    command.addAll(List.of("127.0.0.1", "sh -c 'exec {command} # {index}'"));
    for (int i = 0; i < trial.agents; i++) {
      command.add("127.0.0." + (i + 1));
    }
    Process leader =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (PrintStream to = new PrintStream(leader.getOutputStream(), true, StandardCharsets.UTF_8)) {
      to.println(50);
      TimeUnit.MILLISECONDS.sleep(trial.momentMs);
      List<ProcessHandle> agents = leader.descendants().toList();
      leader.destroyForcibly().waitFor();
      for (ProcessHandle agent : agents) {
        try {
          // One that has not come yet looks for the process that leads as long as it has patience.
          agent.onExit().get(LONG.toSeconds() + MOST_S, TimeUnit.SECONDS);
        } finally {
          agent.destroyForcibly();
        }
      }
    } finally {
      leader.destroyForcibly();
    }
  }
}
