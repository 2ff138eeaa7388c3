package io.busbar.app;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.nccl.sweep.Operations;
import io.busbar.nccl.sweep.Sizes;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.launch.Host;
import io.busbar.runtime.launch.LaunchedRank;
import io.busbar.runtime.launch.Seat;
import io.busbar.runtime.perf.PerfGroup;
import io.busbar.runtime.perf.PerfHosts;
import io.busbar.runtime.perf.PerfQuestion;
import io.busbar.runtime.perf.PerfReport;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar perf}: collectives that move real bytes, measured as nccl-tests does. */
@Command(
    name = "perf",
    description =
        "Run a collective for real on this host or several and measure it as nccl-tests does, with"
            + " the machine's own limits beside it.",
    footer = {
      "  busbar perf all_reduce -b 8 -e 256M -f 2 --ranks 4",
      "  busbar perf all_reduce --ranks 2 --transport shm -d bfloat16",
      "  busbar perf all_reduce --ranks 4 --transport tcp --algo aggregator --aggregators 2",
      "  busbar perf all_reduce --hosts hosts.txt --launch 'ssh {host} {command}'",
      "  busbar perf all_gather -b 1M -e 1M --ranks 4 --algo ring --format json"
    })
final class PerfCommand extends BusbarCommand {
  private static final int MOST_RANKS = 64;

  /** In and out of every rank; beyond that a size is more likely a slip than a wish. */
  private static final long MOST_BYTES = 1L << 32;

  @Parameters(
      index = "0",
      paramLabel = "OPERATION",
      description = {
        "all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, alltoall or"
            + " sendrecv.",
        "Example: all_reduce"
      })
  private String operation = "";

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = {
        "Ranks on this host, 2 by default; on other hosts their slots say it.",
        "Example: --ranks 4"
      })
  private @Nullable Integer ranks;

  @Option(
      names = "--transport",
      paramLabel = "NAME",
      converter = TransportConverter.class,
      description = {
        "How ranks are connected: local (threads, the default), shm (processes over shared"
            + " memory), tcp (processes over the loopback interface, or between hosts) or mixed"
            + " (shm within a host, tcp between hosts; the default where hosts have slots).",
        "Example: --transport shm"
      })
  private PerfGroup.@Nullable Transport transport;

  @Option(
      names = "-b",
      paramLabel = "SIZE",
      description = {"First size; K, M, G are binary as in nccl-tests.", "Example: -b 8"})
  private String first = "8";

  @Option(
      names = "-e",
      paramLabel = "SIZE",
      description = {"Last size, 64M by default.", "Example: -e 256M"})
  private String last = "64M";

  @Option(
      names = "-f",
      paramLabel = "FACTOR",
      description = {"Factor between sizes, 2 by default.", "Example: -f 4"})
  private @Nullable String factor;

  @Option(
      names = "-i",
      paramLabel = "SIZE",
      description = {"Step between sizes instead of a factor.", "Example: -i 1M"})
  private @Nullable String step;

  @Option(
      names = "-n",
      paramLabel = "ITERATIONS",
      description = {
        "Timed iterations; by default as many as fit a twentieth of a second.",
        "Example: -n 20"
      })
  private int iterations;

  @Option(
      names = "-w",
      paramLabel = "ITERATIONS",
      description = {"Untimed iterations before, 5 by default.", "Example: -w 1"})
  private int warmups = 5;

  @Option(
      names = "-d",
      paramLabel = "TYPE",
      converter = TypeConverter.class,
      description = {
        "Type of elements: float (the default), double, int64, int32, int16, int8, half or"
            + " bfloat16.",
        "Example: -d bfloat16"
      })
  private DType type = DType.FLOAT32;

  @Option(
      names = "-o",
      paramLabel = "OP",
      converter = ReduceConverter.class,
      description = {"Reduction: sum (the default), avg, min, max or prod.", "Example: -o max"})
  private ReduceOp reduce = ReduceOp.SUM;

  @Option(
      names = "-r",
      paramLabel = "RANK",
      description = {"Root of rooted operations, 0 by default.", "Example: -r 1"})
  private int root;

  @Option(
      names = "--algo",
      paramLabel = "NAME",
      description = {
        "How it is done: auto (the default, by size), shared (straight through memory that all"
            + " ranks see), aggregator (added up in the middle), or a schedule such as ring, tree,"
            + " recursive-doubling, halving-doubling, pat or direct.",
        "Example: --algo ring"
      })
  private String algorithm = "auto";

  @Option(
      names = "--aggregators",
      paramLabel = "K",
      description = {
        "With --algo aggregator and ranks of this host over tcp: how many are started, each for a"
            + " range of the data; 1 by default.",
        "Example: --aggregators 2"
      })
  private @Nullable Integer aggregators;

  @Mixin private HostsOptions hosts = new HostsOptions();

  @Mixin private FormatOption format = new FormatOption();

  private final Terminal terminal;

  PerfCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  /** Transports as the option writes them. */
  static final class TransportConverter extends EnumConverter<PerfGroup.Transport> {
    TransportConverter() {
      super(PerfGroup.Transport.class);
    }
  }

  /** Types by nccl-tests' names. */
  static final class TypeConverter extends EnumConverter<DType> {
    TypeConverter() {
      super(DType.class, DType::ncclTestsName);
    }
  }

  /** Reductions as the option writes them. */
  static final class ReduceConverter extends EnumConverter<ReduceOp> {
    ReduceConverter() {
      super(ReduceOp.class);
    }
  }

  @Override
  protected Answer answer() {
    CollectiveOp op = Operations.of(operation, Position.of("OPERATION"));
    within("-n", iterations, 0, Integer.MAX_VALUE);
    within("-w", warmups, 0, Integer.MAX_VALUE);
    List<Long> sizes = Sizes.of(first, last, step, factor);
    if (sizes.getLast() > MOST_BYTES) {
      throw Refusal.of("-e", last, "at most 4G, which every rank holds twice", "");
    }
    PerfQuestion question =
        new PerfQuestion(op, sizes, type, reduce, root, route(op), iterations, warmups);
    if (hosts.given()) {
      if (question.route().equals(Route.AGGREGATOR)) {
        throw Refusal.of("--algo", algorithm, "another way on several hosts", "");
      }
      return onHosts(question);
    }
    int count = ranks == null ? 2 : ranks;
    within("--ranks", count, 1, MOST_RANKS);
    within("-r", root, 0, count - 1);
    PerfGroup.Transport kind = transport == null ? PerfGroup.Transport.LOCAL : transport;
    int middle = aggregators(question.route(), kind);
    return format.answer(PerfReport.of(PerfGroup.run(question, count, kind, middle)));
  }

  /** How many to start. */
  private int aggregators(Route route, PerfGroup.Transport kind) {
    boolean wanted = route.equals(Route.AGGREGATOR);
    if (!wanted && aggregators != null) {
      String hint = "--algo " + Route.AGGREGATOR.id() + " sends through them";
      throw Refusal.of("--aggregators", aggregators.toString(), "nothing here", hint);
    }
    if (!wanted) {
      return 0;
    }
    if (kind != PerfGroup.Transport.TCP) {
      throw Refusal.of("--algo", algorithm, "another way, or --transport tcp", "");
    }
    int count = aggregators == null ? 1 : aggregators;
    within("--aggregators", count, 1, Aggregators.MOST);
    return count;
  }

  private Answer onHosts(PerfQuestion question) {
    if (ranks != null) {
      String hint = "slots=N in the file says how many a host has";
      throw Refusal.of("--ranks", ranks.toString(), "no number beside --hosts", hint);
    }
    List<Host> places = hosts.hosts();
    List<Seat> seats = Seat.perSlot(places);
    within("-r", root, 0, seats.size() - 1);
    boolean mixed = mixed(seats.size() > places.size());
    Optional<LaunchedRank> rank = hosts.launched();
    if (rank.isPresent() && rank.get().rank() > 0) {
      return hosts.serve(rank.get(), places);
    }
    try (HostsOptions.Gathered gathered = hosts.gather(seats, places, terminal)) {
      gathered.all();
      return format.answer(
          PerfReport.of(PerfHosts.run(question, gathered.agents(), hosts.interfaces(), mixed)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private boolean mixed(boolean suits) {
    if (transport == null) {
      return suits;
    }
    return switch (transport) {
      case MIXED -> true;
      case TCP -> false;
      case LOCAL, SHM ->
          throw Refusal.of(
              "--transport",
              transport.name().toLowerCase(Locale.ROOT),
              "tcp or mixed between hosts",
              "");
    };
  }

  private Route route(CollectiveOp op) {
    return Route.named(algorithm, op)
        .orElseThrow(() -> {
          List<String> names = Route.withAggregator(op).stream().map(Route::id).toList();
          String expected = "one of " + String.join(", ", names);
          return Refusal.of("--algo", algorithm, expected, Nearest.hint(algorithm, names));
        });
  }

  private static void within(String option, int read, int least, int most) {
    if (read < least || read > most) {
      String expected = most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most;
      throw Refusal.of(option, Integer.toString(read), expected, "");
    }
  }
}
