package io.busbar.app.command.hosts;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.Places;
import io.busbar.runtime.launch.Agent;
import io.busbar.runtime.launch.AgentPlace;
import io.busbar.runtime.launch.Agents;
import io.busbar.runtime.launch.Work;
import io.busbar.runtime.perf.PerfRank;
import io.busbar.runtime.preflight.PreflightWork;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar agent}: does on a host what {@code perf} or {@code preflight} elsewhere asks. */
@Command(
    name = "agent",
    description =
        "Take part in 'busbar perf --hosts' or 'busbar preflight', which print this command or"
            + " start it themselves. Does nothing but their measurements, and ends with them.",
    footer = {
      "  busbar agent 10.0.0.1:41234 --seat 3 --token-from-input < token",
      "  BUSBAR_TOKEN=... busbar agent 10.0.0.1:41234 --seat 3"
    })
public final class AgentCommand extends BusbarCommand {
  private static final Map<String, Supplier<Work>> WORKS =
      Map.of(PerfRank.NAME, PerfRank::new, PreflightWork.NAME, PreflightWork::new);
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final int MOST_TOKEN = 256;

  @Parameters(
      index = "0",
      paramLabel = "ADDRESS:PORT",
      description = {"Where the other command listens.", "Example: 10.0.0.1:41234"})
  private String place = "";

  @Option(
      names = "--seat",
      required = true,
      paramLabel = "N",
      description = {"Which of its agents this is, from 0.", "Example: --seat 3"})
  private int seat;

  @Option(
      names = Agents.TOKEN_FROM_INPUT,
      description = {
        "Read the token from the first line of standard input instead of BUSBAR_TOKEN.",
        "Example: --token-from-input < token"
      })
  private boolean fromInput;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      description = {"How long to try to connect, 60 by default.", "Example: --patience 5"})
  private int patience = 60;

  public AgentCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    String token = fromInput ? input() : System.getenv(Agents.TOKEN);
    if (token == null || token.isBlank()) {
      String hint = "or " + Agents.TOKEN_FROM_INPUT;
      throw Refusal.of(Agents.TOKEN, "", "the token of the run in the environment", hint);
    }
    if (seat < 0) {
      throw Refusal.of("--seat", Integer.toString(seat), "a number from 0", "");
    }
    Duration longest = Duration.ofSeconds(patience);
    serve(
        "ADDRESS:PORT",
        new AgentPlace(
            Places.parse("ADDRESS:PORT", place, -1), token.strip(), seat, hostName(), longest));
    return Answer.NOTHING;
  }

  /** Serves; what goes wrong is told as a problem of the place. */
  static void serve(String where, AgentPlace place) {
    try {
      Agent.serve(place, WORKS);
    } catch (IOException e) {
      String expected = "a busbar that leads a run and stays there";
      throw Refusal.of(where, place.at().toString(), expected, String.valueOf(e.getMessage()));
    }
  }

  /** Name that this host gives itself; empty when it does not tell. */
  static String hostName() {
    try {
      return Files.readString(HOST_NAME).strip();
    } catch (IOException e) {
      return "";
    }
  }

  private static String input() {
    StringBuilder line = new StringBuilder();
    try {
      InputStream in = System.in;
      for (int c = in.read(); c >= 0 && c != '\n' && line.length() < MOST_TOKEN; c = in.read()) {
        line.append((char) c);
      }
      return line.toString();
    } catch (IOException e) {
      throw Refusal.of(Agents.TOKEN_FROM_INPUT, "", "a line of input", e.toString());
    }
  }
}
