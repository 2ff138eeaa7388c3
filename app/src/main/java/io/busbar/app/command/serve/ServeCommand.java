package io.busbar.app.command.serve;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.PlainCommand;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.serve.Assets;
import io.busbar.app.serve.WorkbenchServer;
import io.busbar.base.file.UserFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code busbar serve}: the workbench, a page in the user's own browser. */
@Command(
    name = "serve",
    description =
        "Open the workbench: plan, compare, draw the fabric, design and diagnose in a browser. It"
            + " listens on this machine only and prints the link to open; Ctrl-C ends it and"
            + " deletes what was dropped.",
    footer = {
      "  busbar serve",
      "  busbar serve --port 8765",
      "  ssh -L 9000:localhost:8765 HOST busbar serve --port 8765 --public-port 9000"
    })
public final class ServeCommand extends BusbarCommand {
  private static final int MOST_PORT = 65_535;
  private static final int LEAST_TOKEN = 16;
  private static final int MOST_TOKEN = 256;

  /** Of a file with a token; one with a line end is a little longer. */
  private static final int MOST_BYTES = 4096;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = {"Where to listen; any free port by default.", "Example: --port 8765"})
  private int port;

  @Option(
      names = "--public-port",
      paramLabel = "N",
      description = {
        "Port of your machine that is forwarded here, as by 'ssh -L'.",
        "Example: --public-port 9000"
      })
  private int publicPort;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = {
        "Listen on this address of the machine instead of loopback, unencrypted; needs"
            + " --token-file.",
        "Example: --host 10.0.0.5"
      })
  private @Nullable String host;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "Read the token from the first line of a file instead of drawing one.",
        "Example: --token-file token.txt"
      })
  private @Nullable String tokenFile;

  private final Terminal terminal;
  private final BiFunction<String, Terminal, PlainCommand> commands;

  /**
   * @param commands that the page may ask: makes a command by its name, for a terminal
   */
  public ServeCommand(Terminal terminal, BiFunction<String, Terminal, PlainCommand> commands) {
    super(terminal);
    this.terminal = terminal;
    this.commands = commands;
  }

  @Override
  protected Answer answer() {
    Assets assets = Assets.ofBuild();
    if (assets == null) {
      throw Refusal.of(
          "serve",
          "",
          "a build with the page",
          "its bundler has no build for this platform; all other commands work");
    }
    CountDownLatch ended = new CountDownLatch(1);
    try (WorkbenchServer server =
        WorkbenchServer.start(place(), assets, new CommandWorkbench(commands), this::fault)) {
      terminal.onInterrupt(server::close);
      terminal.print(server.link() + "\n");
      ended.await();
    } catch (IOException e) {
      String hint = String.valueOf(e.getMessage());
      throw Refusal.of("--port", Integer.toString(port), "a port that is free", hint);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Answer.NOTHING;
  }

  /** Starts once, answers one plan and ends, so that the classes of a start can be recorded. */
  public static void rehearse(BiFunction<String, Terminal, PlainCommand> commands) {
    Assets assets = Assets.ofBuild();
    if (assets == null) {
      return;
    }
    List<String> names = List.of("127.0.0.1");
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (WorkbenchServer server =
        WorkbenchServer.start(
            new WorkbenchServer.Place(loopback, names, 0, 0, null),
            assets,
            new CommandWorkbench(commands),
            fault -> {})) {
      server.rehearse();
    } catch (IOException e) {
      // it only saves time
    }
  }

  private void fault(Throwable fault) {
    terminal.complain("busbar: this is a fault of busbar: " + fault);
    terminal.trace(fault);
  }

  private WorkbenchServer.Place place() {
    checkPort("--port", port);
    checkPort("--public-port", publicPort);
    String token = tokenFile == null ? null : token(tokenFile);
    if (host == null) {
      return new WorkbenchServer.Place(
          InetAddress.getLoopbackAddress(),
          List.of("127.0.0.1", "localhost", "[::1]"),
          port,
          publicPort,
          token);
    }
    InetAddress address = address(host);
    if (!address.isLoopbackAddress() && token == null) {
      String hint = "whoever has the token can use this machine's memory and processors";
      throw Refusal.of("--host", host, "--token-file beside it", hint);
    }
    if (!address.isLoopbackAddress()) {
      terminal.complain("busbar: others can reach " + host + "; what is sent is not encrypted");
    }
    List<String> names = new ArrayList<>();
    names.add(host.indexOf(':') >= 0 ? "[" + host + "]" : host);
    return new WorkbenchServer.Place(address, names, port, publicPort, token);
  }

  private static void checkPort(String option, int port) {
    if (port < 0 || port > MOST_PORT) {
      throw Refusal.of(option, Integer.toString(port), "a port from 1 to " + MOST_PORT, "");
    }
  }

  private static InetAddress address(String text) {
    try {
      InetAddress address = InetAddress.getByName(text);
      if (!address.isAnyLocalAddress()) {
        return address;
      }
    } catch (UnknownHostException e) {
      // told below
    }
    throw Refusal.of("--host", text, "one address of this machine", "requests are held against it");
  }

  private static String token(String file) {
    Path path = InFile.of(file, "--token-file");
    String text = UserFile.text(path, MOST_BYTES).strip();
    boolean whole = text.length() >= LEAST_TOKEN && text.length() <= MOST_TOKEN;
    if (whole && text.matches("[A-Za-z0-9_-]+")) {
      return text;
    }
    String expected = LEAST_TOKEN + " to " + MOST_TOKEN + " letters, digits, - and _";
    throw Refusal.of("--token-file", file, expected, "e.g. openssl rand -hex 24");
  }
}
