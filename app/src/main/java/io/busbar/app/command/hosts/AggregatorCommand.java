package io.busbar.app.command.hosts;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.Places;
import io.busbar.base.file.UserFile;
import io.busbar.nccl.sweep.Sizes;
import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.launch.Agents;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code busbar aggregator}: adds up in the middle what ranks elsewhere send. */
@Command(
    name = "aggregator",
    description =
        "Add up what ranks send and give them the sum, as a switch with SHARP does: a rank then"
            + " sends its data once, against 2(n-1)/n times in a ring. Serves any number of groups"
            + " until Ctrl-C, and prints a line when one comes or goes.",
    footer = {
      "  busbar aggregator --once",
      "  BUSBAR_TOKEN=... busbar aggregator --listen 10.0.0.5:7000",
      "  busbar aggregator --listen 10.0.0.6:7000 --token-file token --parent 10.0.0.5:7000"
    })
public final class AggregatorCommand extends BusbarCommand {
  private static final long LOOK_MS = 200;
  private static final long PATIENCE_MS = 5_000;
  private static final int MOST_TOKEN_BYTES = 4096;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS[:PORT]",
      description = {
        "The only address to listen on: this host alone by default, on any free port.",
        "Example: --listen 10.0.0.5:7000"
      })
  private String listen = "127.0.0.1";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "File with the secret that ranks and other aggregators have to know; otherwise"
            + " BUSBAR_TOKEN of the environment, otherwise a new one, which is printed.",
        "Example: --token-file token"
      })
  private @Nullable String tokenFile;

  @Option(
      names = "--parent",
      paramLabel = "ADDRESS:PORT",
      description = {
        "An aggregator above this one, with the same token: partial sums go up to it. How many"
            + " ranks and aggregators are below, the groups say.",
        "Example: --parent 10.0.0.5:7000"
      })
  private @Nullable String parent;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = {
        "Most bytes of buffers, 1G by default; a group takes about 2 MB for each rank, and one"
            + " that needs more than is left is turned away.",
        "Example: --memory 256M"
      })
  private String memory = "1G";

  @Option(
      names = "--once",
      description = {
        "End when every group that came has gone; for job scripts.",
        "Example: --once"
      })
  private boolean once;

  private final Terminal terminal;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private volatile boolean stopped;

  public AggregatorCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Override
  protected Answer answer() {
    String known = known();
    if (known.isEmpty() && parent != null) {
      String hint = "as a file with --token-file, or in " + Agents.TOKEN;
      throw Refusal.of("--parent", parent, "the token of the aggregator above", hint);
    }
    String token = known.isEmpty() ? Agents.newToken() : known;
    InetSocketAddress above = parent == null ? null : Places.parse("--parent", parent, -1);
    AggregatorOptions options =
        AggregatorOptions.loopback(token)
            .withListen(Places.parse("--listen", listen, 0))
            .withParent(above)
            .withMemory(Sizes.one(memory, "--memory"));
    terminal.onInterrupt(this::interrupt);
    try (AggregatorServer server = open(options)) {
      terminal.print(server + " is up" + (parent == null ? "" : ", below " + parent) + "\n");
      if (known.isEmpty()) {
        terminal.print("token " + token + "\n");
      }
      serve(server);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped = true;
    }
    tell();
    return new Answer(style -> "", stopped ? ExitCodes.INTERRUPTED : ExitCodes.DONE);
  }

  private AggregatorServer open(AggregatorOptions options) {
    try {
      return AggregatorServer.open(options, lines::add);
    } catch (UncheckedIOException e) {
      String option = parent == null ? "--listen" : "--listen and --parent";
      String read = parent == null ? listen : listen + " and " + parent;
      String expected = "an own address and a free port, and a parent that answers";
      throw Refusal.of(option, read, expected, String.valueOf(e.getMessage()));
    }
  }

  private void serve(AggregatorServer server) throws InterruptedException {
    boolean served = false;
    while (!stopped && !(once && served && server.groups() == 0)) {
      String line = lines.poll(LOOK_MS, TimeUnit.MILLISECONDS);
      if (line != null) {
        terminal.print(line + "\n");
        served = true;
      } else if (!server.running()) {
        throw new IllegalStateException(server + " ended by itself");
      }
    }
  }

  /** What was said last. */
  private void tell() {
    for (String line = lines.poll(); line != null; line = lines.poll()) {
      terminal.print(line + "\n");
    }
  }

  /** On another thread; the process ends when it returns, or before, when all is told. */
  private void interrupt() {
    stopped = true;
    try {
      Thread.sleep(PATIENCE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The token that was given; empty when none was. */
  private String known() {
    if (tokenFile == null) {
      String given = System.getenv(Agents.TOKEN);
      return given == null ? "" : given.strip();
    }
    Path file = InFile.of(tokenFile, "--token-file");
    String text = UserFile.text(file, MOST_TOKEN_BYTES).strip();
    if (text.isEmpty()) {
      throw Refusal.of("--token-file", tokenFile, "a file with a short text in it", "");
    }
    return text;
  }
}
