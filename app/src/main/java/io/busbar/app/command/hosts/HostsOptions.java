package io.busbar.app.command.hosts;

import io.busbar.app.call.Answer;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.Places;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.runtime.launch.AgentPlace;
import io.busbar.runtime.launch.Agents;
import io.busbar.runtime.launch.Host;
import io.busbar.runtime.launch.HostsFile;
import io.busbar.runtime.launch.Interfaces;
import io.busbar.runtime.launch.LaunchTemplate;
import io.busbar.runtime.launch.LaunchedRank;
import io.busbar.runtime.launch.Seat;
import io.busbar.runtime.launch.Starter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which hosts take part, and how agents get started on them, as a picocli mixin. */
public final class HostsOptions {
  private static final int LAUNCHER_PORT = 29_577;
  private static final String LAUNCH = "--launch";

  @Option(
      names = "--hosts",
      paramLabel = "FILE",
      description = {
        "Hosts, one per line, with slots=N for several ranks and address=A where the name is not"
            + " how others reach it.",
        "Example: --hosts hosts.txt"
      })
  private @Nullable String file;

  @Option(
      names = LAUNCH,
      paramLabel = "TEMPLATE",
      description = {
        "How a command is started on a host: {command} and one of {host}, {address}, {index} (from"
            + " 1). Without it the ranks of a launcher (srun, mpirun) take part, or the command for"
            + " each host is printed to be typed there.",
        "Example: --launch 'ssh {host} {command}'"
      })
  private @Nullable String launch;

  @Option(
      names = "--meet",
      paramLabel = "ADDRESS[:PORT]",
      description = {
        "Own address that agents connect to; by default the one that routes to the hosts, or of the"
            + " first host under a launcher, with port 29577.",
        "Example: --meet 10.0.0.1:7000"
      })
  private @Nullable String meet;

  @Option(
      names = "--interfaces",
      split = ",",
      paramLabel = "NAME",
      description = {
        "Interfaces that carry the data, * and ? stand for others; by default the one by which an"
            + " agent reaches this process.",
        "Example: --interfaces 'ens*,bond0'"
      })
  private List<String> interfaces = List.of();

  @Option(
      names = "--command",
      paramLabel = "PATH",
      description = {
        "How busbar is called on the hosts; by default as here.",
        "Example: --command /opt/busbar/busbar"
      })
  private @Nullable String command;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = {
        "How long agents may take to come: 60 s, or 600 s where people start them.",
        "Example: --wait 20"
      })
  private @Nullable Integer wait;

  /** Agents of a run, and who is missing. */
  record Gathered(Agents agents, Map<Integer, String> missing) implements AutoCloseable {
    /**
     * @throws InputException when anybody is missing, with each host and the reason
     */
    void all() {
      Problems problems = new Problems();
      missing.forEach((seat, reason) -> {
        Host host = agents.seats().get(seat).host();
        problems.add(host.at(), "", host.name(), "an agent of that host", reason);
      });
      problems.throwIfAny();
    }

    @Override
    public void close() {
      agents.close();
    }
  }

  boolean given() {
    return file != null;
  }

  List<String> interfaces() {
    return interfaces;
  }

  /** The hosts in the order of the file. */
  List<Host> hosts() {
    if (file == null) {
      throw Refusal.of("--hosts", "", "a file of hosts, one per line", "");
    }
    return HostsFile.read(InFile.of(file, "--hosts"));
  }

  /** Place of this process among those that a launcher started; empty when it leads anyway. */
  Optional<LaunchedRank> launched() {
    return launch != null ? Optional.empty() : LaunchedRank.of(System.getenv());
  }

  /** Serves as an agent of rank 0, as long as that one wants. */
  Answer serve(LaunchedRank rank, List<Host> hosts) {
    AgentCommand.serve("--meet", place(meeting(hosts), rank.rank(), token()));
    return Answer.NOTHING;
  }

  /** Starts an agent for each seat, and waits for them. */
  Gathered gather(List<Seat> seats, List<Host> hosts, Terminal terminal) {
    Optional<LaunchedRank> rank = launched();
    if (rank.isPresent() && rank.get().ranks() != seats.size()) {
      String read = rank.get().ranks() + " ranks by " + rank.get().launcher();
      String hint = "--launch starts agents by another command";
      throw Refusal.of("--hosts", read, "as many as the file has: " + seats.size(), hint);
    }
    String token = rank.isPresent() ? token() : Agents.newToken();
    InetSocketAddress at = meeting(hosts);
    try {
      Agents agents = Agents.start(seats, at, token, busbar(), starter(rank, hosts, terminal));
      if (rank.isPresent()) {
        AgentPlace own = place(at, rank.get().rank(), token);
        Thread.ofPlatform().daemon().start(() -> AgentCommand.serve("--meet", own));
      }
      return await(agents, rank.isEmpty() && launch == null);
    } catch (IOException e) {
      String hint = e.getMessage() + "; --meet names another";
      throw Refusal.of("--meet", at.toString(), "an own address and a free port", hint);
    }
  }

  private Gathered await(Agents agents, boolean byHand) {
    int seconds = wait != null ? wait : byHand ? 600 : 60;
    try {
      return new Gathered(agents, agents.await(Duration.ofSeconds(seconds)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      agents.close();
      throw new IllegalStateException(e);
    }
  }

  private Starter starter(Optional<LaunchedRank> rank, List<Host> hosts, Terminal terminal) {
    if (launch != null) {
      return Starter.byTemplate(LaunchTemplate.parse(LAUNCH, launch, hosts.size()));
    }
    if (rank.isPresent()) {
      return Starter.none();
    }
    terminal.complain("Type on each host (the token is good for this run only):");
    return Starter.byHand(terminal::complain);
  }

  private static AgentPlace place(InetSocketAddress at, int seat, String token) {
    return new AgentPlace(at, token, seat, AgentCommand.hostName(), Duration.ofSeconds(60));
  }

  /** Ranks of a launcher cannot be told a new token. */
  private static String token() {
    String token = System.getenv(Agents.TOKEN);
    if (token == null || token.isBlank()) {
      String hint = "for example export " + Agents.TOKEN + "=$(openssl rand -hex 16), before";
      throw Refusal.of(Agents.TOKEN, "", "a secret that all ranks have in common", hint);
    }
    return token;
  }

  private InetSocketAddress meeting(List<Host> hosts) {
    boolean launched = launched().isPresent();
    if (meet != null) {
      return Places.parse("--meet", meet, launched ? LAUNCHER_PORT : 0);
    }
    if (!launched) {
      return new InetSocketAddress(towards(hosts), 0);
    }
    InetSocketAddress first = Places.parse("--meet", hosts.getFirst().address(), LAUNCHER_PORT);
    // Some systems know their own name as a loopback address, where no other host can call.
    return first.getAddress().isLoopbackAddress()
        ? new InetSocketAddress(towards(hosts), LAUNCHER_PORT)
        : first;
  }

  private static InetAddress towards(List<Host> hosts) {
    String expected = "an own address, since no host's name is known here";
    return Interfaces.towards(hosts).orElseThrow(() -> Refusal.of("--meet", "", expected, ""));
  }

  /** The launcher of a checkout says how it was called. */
  private List<String> busbar() {
    String given = command == null ? System.getProperty("busbar.command") : command;
    if (given != null) {
      return List.of(given);
    }
    List<String> java = new ArrayList<>();
    java.add(System.getProperty("java.home") + "/bin/java");
    java.addAll(List.of("-XX:+UseSerialGC", "--add-modules", "jdk.incubator.vector"));
    java.addAll(List.of("-cp", System.getProperty("java.class.path"), Terminal.MAIN_CLASS));
    return java;
  }
}
