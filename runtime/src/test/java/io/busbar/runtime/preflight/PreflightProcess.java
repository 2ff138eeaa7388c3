package io.busbar.runtime.preflight;

import io.busbar.base.problem.Position;
import io.busbar.runtime.launch.Agent;
import io.busbar.runtime.launch.AgentPlace;
import io.busbar.runtime.launch.Agents;
import io.busbar.runtime.launch.Host;
import io.busbar.runtime.launch.LaunchTemplate;
import io.busbar.runtime.launch.Seat;
import io.busbar.runtime.launch.Starter;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Leads preflights on one host, or is an agent on another. */
final class PreflightProcess {
  private static final Duration LONG = Duration.ofSeconds(60);

  private PreflightProcess() {}

  /**
   * As an agent: what {@link Agents} says. Else: own address, launch template, addresses of hosts;
   * each line of input is the milliseconds of transfers, and answered by what stands out.
   */
  public static void main(String[] args) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    if (args[0].equals("agent")) {
      String[] at = args[1].split(":", -1);
      InetSocketAddress place = new InetSocketAddress(at[0], Integer.parseInt(at[1]));
      int seat = Integer.parseInt(args[3]);
      Agent.serve(
          new AgentPlace(place, in.readLine(), seat, "", LONG),
          Map.of(PreflightWork.NAME, PreflightWork::new));
      return;
    }
    List<Host> hosts = new ArrayList<>();
    for (int i = 2; i < args.length; i++) {
      hosts.add(new Host(args[i], args[i], 1, new Position("hosts", i, 1)));
    }
    Starter starter = Starter.byTemplate(LaunchTemplate.parse("--launch", args[1], hosts.size()));
    InetSocketAddress any = new InetSocketAddress(args[0], 0);
    try (Agents agents =
        Agents.start(Seat.perHost(hosts), any, Agents.newToken(), command(), starter)) {
      Map<Integer, String> missing = agents.await(LONG);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        run(agents, missing, Duration.ofMillis(Long.parseLong(line)));
      }
    }
  }

  static List<String> command() {
    String java = System.getProperty("java.home") + "/bin/java";
    String classes =
        Stream.of(PreflightProcess.class, Preflight.class, Position.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    return List.of(
        java,
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        classes,
        PreflightProcess.class.getName());
  }

  private static void run(Agents agents, Map<Integer, String> missing, Duration duration)
      throws InterruptedException {
    Duration budget = Duration.ofMinutes(1);
    PreflightQuestion question = new PreflightQuestion(List.of(), duration, 1, budget, 1, 1);
    Watch nobody =
        new Watch() {
          @Override
          public void at(String what, int done, int of) {}

          @Override
          public boolean cancelled() {
            return false;
          }
        };
    PreflightAnswer answer = Preflight.run(agents, missing, question, nobody);
    for (Outlier each : answer.outliers()) {
      String peer = each.peer() == null ? "" : " " + each.peer();
      String direction = each.direction() == null ? "" : " " + each.direction();
      System.out.println(each.code() + " " + each.host() + peer + direction);
    }
    for (NotJudged each : answer.notJudged()) {
      String peer = each.peer() == null ? "" : " " + each.peer();
      System.out.println("not judged " + each.code() + " " + each.host() + peer);
    }
    System.out.println("pairs " + answer.pairsMeasured() + " of " + answer.pairsAll());
  }
}
