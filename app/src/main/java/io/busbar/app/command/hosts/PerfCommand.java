package io.busbar.app.command.hosts;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.hosts.FitReport;
import io.busbar.app.hosts.Fitted;
import io.busbar.app.option.EnumConverter;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.SizeOptions;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.nccl.sweep.Operations;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.launch.Host;
import io.busbar.runtime.launch.LaunchedRank;
import io.busbar.runtime.launch.Seat;
import io.busbar.runtime.perf.PerfAnswer;
import io.busbar.runtime.perf.PerfGroup;
import io.busbar.runtime.perf.PerfHosts;
import io.busbar.runtime.perf.PerfQuestion;
import io.busbar.runtime.perf.PerfReport;
import io.busbar.runtime.perf.PerfWork;
import io.busbar.runtime.perf.TuneAnswer;
import io.busbar.runtime.perf.TuneReport;
import io.busbar.runtime.tuning.Tuning;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar perf}: collectives that move real bytes, measured as nccl-tests does. */
@Command(
    name = "perf",
    description =
        "Run a collective for real on this host or several, at sizes up to 64M by default,"
            + " and measure it as nccl-tests does, with the machine's own limits beside it.",
    footer = {
      "  busbar perf all_reduce -b 8 -e 256M -f 2 --ranks 4",
      "  busbar perf all_reduce --ranks 2 --transport shm -d bfloat16",
      "  busbar perf all_reduce --ranks 4 --transport tcp --algo aggregator --aggregators 2",
      "  busbar perf all_reduce --hosts hosts.txt --launch 'ssh {host} {command}'",
      "  busbar perf all_gather -b 1M -e 1M --ranks 4 --algo ring --format json",
      "  busbar perf --tune --ranks 4 --transport shm",
      "  busbar perf --fit --ranks 4 --transport tcp --out here.yaml"
    })
public final class PerfCommand extends BusbarCommand {
  private static final int MOST_RANKS = 64;

  /** In and out of every rank; beyond that a size is more likely a slip than a wish. */
  private static final long MOST_BYTES = 1L << 32;

  private static final String LAST = "64M";

  /** Many ways are tried, and schedules that suit small sizes take long at large ones. */
  private static final String FIT_LAST = "16M";

  private static final int STEPS = 4;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "OPERATION",
      description = {
        "all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, alltoall or"
            + " sendrecv; may be left out with --tune (all of them) and --fit (all_reduce).",
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

  @Mixin private SizeOptions range = new SizeOptions();

  @Option(
      names = "-n",
      paramLabel = "ITERATIONS",
      description = {
        "Timed iterations, with --fit in each of its five rounds; by default as many as fit a"
            + " twentieth of a second.",
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
            + " recursive-doubling, halving-doubling, pat or direct; a schedule may be cut:"
            + " ring,channels=2,chunk=65536.",
        "Example: --algo ring"
      })
  private String algorithm = "auto";

  @Mixin private PerfMode mode = new PerfMode();

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

  public PerfCommand(Terminal terminal) {
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
    within("-n", iterations, 0, Integer.MAX_VALUE);
    within("-w", warmups, 0, Integer.MAX_VALUE);
    mode.check();
    if ((mode.tunes() || mode.fits()) && algorithm.equals(Route.AGGREGATOR.id())) {
      throw Refusal.of("--algo", algorithm, "an algorithm among ranks, with --tune and --fit", "");
    }
    if (!hosts.given()) {
      within("--ranks", count(), mode.fits() ? 2 : 1, MOST_RANKS);
      within("-r", root, 0, count() - 1);
    }
    if (mode.tunes()) {
      return tune();
    }
    CollectiveOp op = op(mode.fits() ? CollectiveOp.ALL_REDUCE : null);
    return mode.fits() ? fit(question(op, FIT_LAST, STEPS)) : measure(question(op, LAST, 2));
  }

  private Answer measure(PerfQuestion question) {
    TuningFile table = mode.table();
    return on(
        new PerfWork.Measure(question),
        table.read(),
        measured -> format.answer(PerfReport.of(PerfAnswer.of(question, table.by(), measured))));
  }

  private Answer tune() {
    List<CollectiveOp> ops =
        operation.isEmpty() ? List.of(CollectiveOp.values()) : List.of(op(null));
    List<PerfQuestion> questions = ops.stream().map(op -> question(op, FIT_LAST, STEPS)).toList();
    TuningFile table = mode.table();
    Tuning before = table.readToReplace();
    return on(
        new PerfWork.Tune(questions),
        Tuning.NONE,
        measured -> {
          String comment = "measured by busbar perf --tune on " + LocalDate.now();
          table.write(before.with(TuneAnswer.table(measured)).text(comment));
          return format.answer(TuneReport.of(measured, table.name()));
        });
  }

  private Answer fit(PerfQuestion question) {
    return on(
        new PerfWork.Fit(question),
        Tuning.NONE,
        measured -> {
          Fitted fitted = Fitted.of(measured, LocalDate.now());
          String file = writes() ? fitted.file() : "";
          return format.answer(FitReport.of(fitted, writes())).withFile(file);
        });
  }

  private CollectiveOp op(@Nullable CollectiveOp usual) {
    return operation.isEmpty() && usual != null
        ? usual
        : Operations.of(operation, Position.of("OPERATION"));
  }

  private PerfQuestion question(CollectiveOp op, String last, int factor) {
    List<Long> sizes = range.sizes(last, factor);
    if (sizes.getLast() > MOST_BYTES) {
      throw Refusal.of("-e", range.last(last), "at most 4G, which every rank holds twice", "");
    }
    PerfQuestion question =
        new PerfQuestion(
            op, sizes, type, reduce, root, route("--algo", algorithm, op), iterations, warmups);
    if (hosts.given()) {
      if (question.route().equals(Route.AGGREGATOR)) {
        throw Refusal.of("--algo", algorithm, "another algorithm on several hosts", "");
      }
    } else {
      refuseImpossible(question, range.last(last));
    }
    return question;
  }

  /** What ranks of this host have no room for, or cannot do. */
  private void refuseImpossible(PerfQuestion question, String last) {
    PerfRoom.check(last, question.mostBytes(count()), count(), kind());
    if (kind() == PerfGroup.Transport.TCP && question.route().equals(Route.SHARED)) {
      String hint = "over TCP ranks do not see each other's memory";
      throw Refusal.of("--algo", algorithm, "auto or a schedule such as ring", hint);
    }
  }

  /** How many to start. */
  private int middle() {
    boolean wanted = algorithm.equals(Route.AGGREGATOR.id());
    if (!wanted && aggregators != null) {
      String hint = "--algo " + Route.AGGREGATOR.id() + " sends through them";
      throw Refusal.of("--aggregators", aggregators.toString(), "nothing here", hint);
    }
    if (!wanted) {
      return 0;
    }
    if (kind() != PerfGroup.Transport.TCP) {
      throw Refusal.of("--algo", algorithm, "another algorithm, or --transport tcp", "");
    }
    int count = aggregators == null ? 1 : aggregators;
    within("--aggregators", count, 1, Aggregators.MOST);
    return count;
  }

  private int count() {
    return ranks == null ? 2 : ranks;
  }

  private PerfGroup.Transport kind() {
    return transport == null ? PerfGroup.Transport.LOCAL : transport;
  }

  /** Lets the ranks work, here or on other hosts. */
  private <R> Answer on(PerfWork<R> work, Tuning table, Function<R, Answer> answer) {
    if (hosts.given()) {
      return onHosts(work, table, answer);
    }
    return answer.apply(PerfGroup.run(work, count(), kind(), table, middle()));
  }

  private <R> Answer onHosts(PerfWork<R> work, Tuning table, Function<R, Answer> answer) {
    if (ranks != null) {
      String hint = "slots=N in the file says how many a host has";
      throw Refusal.of("--ranks", ranks.toString(), "no number beside --hosts", hint);
    }
    List<Host> places = hosts.hosts();
    List<Seat> seats = Seat.perSlot(places);
    within("-r", root, 0, seats.size() - 1);
    refuseUnequal(places);
    boolean mixed = mixed(seats.size() > places.size());
    Optional<LaunchedRank> rank = hosts.launched();
    if (rank.isPresent() && rank.get().rank() > 0) {
      return hosts.serve(rank.get(), places);
    }
    try (HostsOptions.Gathered gathered = hosts.gather(seats, places, terminal)) {
      gathered.all();
      return answer.apply(PerfHosts.run(work, gathered.agents(), hosts.interfaces(), mixed, table));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A cluster file has equal nodes. */
  private void refuseUnequal(List<Host> places) {
    for (Host place : places) {
      if (mode.fits() && place.slots() != places.getFirst().slots()) {
        String read = place.name() + " slots=" + place.slots();
        String expected = "as many slots as " + places.getFirst().name() + " has, for --fit";
        throw new InputException(new Problem(place.at(), "", read, expected, ""));
      }
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

  /** The way that an option asks for. */
  public static Route route(String option, String text, CollectiveOp op) {
    return Route.named(text, op)
        .orElseThrow(() -> {
          List<String> names = Route.withAggregator(op).stream().map(Route::id).toList();
          String expected = "one of " + String.join(", ", names);
          return Refusal.of(option, text, expected, Nearest.hint(text, names));
        });
  }

  private static void within(String option, int read, int least, int most) {
    if (read < least || read > most) {
      String expected = most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most;
      throw Refusal.of(option, Integer.toString(read), expected, "");
    }
  }
}
