package io.busbar.app.command.nccl;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.command.hosts.PerfCommand;
import io.busbar.app.hosts.RuntimeSweep;
import io.busbar.app.option.EnumConverter;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.Named;
import io.busbar.app.option.SizeOptions;
import io.busbar.app.sweep.GridSweep;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.formats.nccltests.NcclTestsReader;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.sweep.Operations;
import io.busbar.nccl.sweep.Sizes;
import io.busbar.nccl.sweep.Sweep;
import io.busbar.nccl.sweep.SweepReport;
import io.busbar.nccl.time.Launch;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.Library;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.runtime.call.Route;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar collective}: how long a collective takes over sizes, and what NCCL chooses. */
@Command(
    name = "collective",
    description =
        "Predict a collective as nccl-tests would measure it, up to 8G by default: time,"
            + " bandwidths, NCCL's choice and what limits it.",
    footer = {
      "  busbar collective all_reduce --cluster dgx-h100:4 -b 8 -e 8G -f 2",
      "  busbar collective all_reduce --cluster dgx-h100:1 --explain 1M",
      "  busbar collective alltoall --cluster dgx-h100:8 --nccl 2.27.7 --format html"
    })
public final class CollectiveCommand extends BusbarCommand {
  /** No line of NCCL has had more. */
  private static final int MOST_PATCH = 20;

  /** Longer ones are played chunk by chunk, and tell nothing new. */
  private static final String RUNTIME_LAST = "64M";

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
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = {
        "Where it runs: a name of the catalogue with a count of nodes, or a cluster file; one of"
            + " 'busbar perf --fit' gives times of Busbar's own runtime.",
        "Example: --cluster dgx-h100:4"
      })
  private @Nullable String cluster;

  @Mixin private GridPlace grid = new GridPlace();

  @Mixin private SizeOptions range = new SizeOptions();

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = {"GPUs that take part; all of the cluster by default.", "Example: --ranks 8"})
  private @Nullable Integer ranks;

  @Option(
      names = "--ranks-per-domain",
      paramLabel = "N",
      description = {
        "How many of them share an NVLink domain; as many as fit by default.",
        "Example: --ranks-per-domain 1"
      })
  private @Nullable Integer ranksPerDomain;

  @Option(
      names = "--nccl",
      paramLabel = "VERSION",
      description = {
        "Release of NCCL whose choice is followed, or of RCCL on AMD GPUs; by default the newest"
            + " known, or what the newest ROCm has.",
        "Example: --nccl 2.27.7"
      })
  private @Nullable String nccl;

  @Option(
      names = "--algo",
      paramLabel = "NAMES",
      description = {
        "What NCCL_ALGO would be set to, by the rules of the release.",
        "Example: --algo ring"
      })
  private @Nullable String algorithm;

  @Option(
      names = "--proto",
      paramLabel = "NAMES",
      description = {"What NCCL_PROTO would be set to.", "Example: --proto simple"})
  private @Nullable String protocol;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = {
        "Another variable that decides the choice; may be given several times.",
        "Example: --env NCCL_MIN_CTAS=32"
      })
  private List<String> variables = new ArrayList<>();

  @Option(
      names = "--launch",
      paramLabel = "HOW",
      converter = LaunchConverter.class,
      description = {
        "Who starts the kernels: processes (one for each GPU, the default), threads (of one"
            + " process, or kernels queued ahead), serial (one thread for all GPUs), framework"
            + " (which waits for each call).",
        "Example: --launch threads"
      })
  private Launch launch = Launch.PROCESSES;

  @Option(
      names = "--symmetric",
      description = {
        "Buffers are registered as symmetric windows (NCCL 2.27 and later).",
        "Example: --symmetric"
      })
  private boolean symmetric;

  @Option(
      names = "--explain",
      paramLabel = "SIZE",
      description = {
        "List every algorithm and protocol at that size with its time, or the rule that leaves it"
            + " out and how to see that on the machine.",
        "Example: --explain 1M"
      })
  private @Nullable String explained;

  @Option(
      names = "--textbook",
      description = {
        "Set a textbook's formula beside the answer, at the largest size.",
        "Example: --textbook"
      })
  private boolean textbook;

  @Option(
      names = "--measured",
      paramLabel = "FILE",
      description = {
        "Output of nccl-tests of the same operation, drawn over the prediction; may be given"
            + " several times.",
        "Example: --measured all_reduce.txt"
      })
  private List<String> tables = new ArrayList<>();

  @Mixin private FormatOption format = new FormatOption();

  public CollectiveCommand(Terminal terminal) {
    super(terminal);
  }

  /** Launch modes as the option writes them. */
  static final class LaunchConverter extends EnumConverter<Launch> {
    LaunchConverter() {
      super(Launch.class);
    }
  }

  @Override
  protected Answer answer() {
    if (grid.asked()) {
      return grid();
    }
    if (cluster == null) {
      String hint = "or --fabric, such as torus:4x4x4; see 'busbar collective --help'";
      throw Refusal.of("--cluster", "", "where it runs, such as dgx-h100:4", hint);
    }
    Problems problems = new Problems();
    Cluster read = Clusters.parse(cluster, Position.of("--cluster"), problems);
    if (read != null && read.ofProcessors()) {
      return runtime(read);
    }
    if (read != null && read.grid() != null) {
      return onGrid(read, cluster);
    }
    Library library = read == null ? null : Library.of(read.node().gpu());
    NcclVersion version = version(library, problems);
    NcclSettings settings =
        NcclSettings.of(environment(problems), version, Position.of("--env"), problems);
    Cluster where = Named.checked(read, problems);
    NcclSetup setup =
        NcclSetup.of(version, where.node().gpu()).with(settings).with(launch).symmetric(symmetric);
    int count = ranks(where);
    Sweep.Question question =
        new Sweep.Question(
            Operations.of(operation, Position.of("OPERATION")),
            where,
            count,
            together(where, count),
            setup,
            range.sizes("8G", 2),
            explained == null ? null : Sizes.one(explained, "--explain"),
            textbook,
            measured());
    return format.answer(SweepReport.of(Sweep.run(question)));
  }

  /** The tables of the operation in the files that were named. */
  private Map<String, NcclTestsTable> measured() {
    String wanted = Operations.of(operation, Position.of("OPERATION")).ncclTestsName();
    Map<String, NcclTestsTable> all = new LinkedHashMap<>();
    for (String file : tables) {
      Path path = InFile.of(file, "--measured");
      List<NcclTestsTable> read = NcclTestsReader.read(path).tables();
      List<NcclTestsTable> fit =
          read.stream()
              .filter(t -> t.collective().equals(wanted) || t.collective().isEmpty())
              .filter(t -> t.rows().stream().anyMatch(row -> row.bestTimeUs() > 0))
              .toList();
      if (fit.isEmpty()) {
        String has = String.join(", ", read.stream().map(NcclTestsTable::collective).toList());
        String expected = "an output of nccl-tests with times of " + wanted;
        throw Refusal.of("--measured", file, expected, has.isEmpty() ? "" : "it has " + has);
      }
      for (NcclTestsTable table : fit) {
        all.put(fit.size() == 1 ? file : file + ":" + table.line(), table);
      }
    }
    return all;
  }

  /** A grid in place of a cluster. */
  private Answer grid() {
    if (cluster != null || ranks != null) {
      String option = cluster != null ? "--cluster" : "--ranks";
      String read = cluster != null ? cluster : String.valueOf(ranks);
      throw Refusal.of(option, read, "no such option beside a grid", "all of its chips take part");
    }
    if (ofNccl() || algorithm != null) {
      throw notOfNccl("--fabric", grid.name(), "a grid has its closed form, not NCCL's choice");
    }
    return swept(grid.name(), grid.shape());
  }

  /** On chips whose scale-up links are a grid, whose libraries are not NCCL. */
  private Answer onGrid(Cluster where, String name) {
    if (ofNccl() || algorithm != null) {
      throw notOfNccl("--cluster", name, "its scale-up links are a grid, with a closed form");
    }
    int count = ranks(where);
    return swept(where.name(), NcclTime.shape(where, count, together(where, count)));
  }

  private Answer swept(String name, GroupShape shape) {
    return format.answer(
        GridSweep.run(
            Operations.of(operation, Position.of("OPERATION")),
            name,
            shape,
            range.sizes("8G", 2),
            explained == null ? null : Sizes.one(explained, "--explain")));
  }

  /** Whether an option was given that only a prediction of NCCL has. */
  private boolean ofNccl() {
    boolean plain = nccl == null && protocol == null && variables.isEmpty() && !textbook;
    return !plain || !tables.isEmpty() || symmetric || launch != Launch.PROCESSES;
  }

  private static InputException notOfNccl(String option, String place, String why) {
    return Refusal.of(option, place, "a cluster of GPUs beside options of NCCL", why);
  }

  /** On processors Busbar's own runtime does it, which knows nothing of NCCL's settings. */
  private Answer runtime(Cluster where) {
    if (ofNccl() || explained != null || ranksPerDomain != null) {
      throw notOfNccl("--cluster", where.name(), "this one is of processors");
    }
    CollectiveOp op = Operations.of(operation, Position.of("OPERATION"));
    Route way = algorithm == null ? null : PerfCommand.route("--algo", algorithm, op);
    if (way != null && way.algorithm() == null) {
      throw Refusal.of("--algo", way.id(), "a schedule such as ring", "others are not predicted");
    }
    try {
      return format.answer(
          RuntimeSweep.run(op, where, ranks(where), way, range.sizes(RUNTIME_LAST, 2)));
    } catch (IllegalArgumentException e) {
      throw Refusal.of(
          "--algo", String.valueOf(algorithm), "another one", String.valueOf(e.getMessage()));
    }
  }

  /** A release whose model is known, or that lies between such. */
  private NcclVersion version(@Nullable Library library, Problems problems) {
    NcclVersion newest = NcclVersion.newest();
    if (nccl == null) {
      return library == null ? newest : library.version();
    }
    Position at = Position.of("--nccl");
    NcclVersion read = NcclVersion.parse(nccl, at, problems).orElse(newest);
    NcclVersion oldest = NcclVersion.known().getFirst();
    boolean between = read.compareTo(oldest) >= 0 && read.compareTo(newest) <= 0;
    if (!between || read.patch() > MOST_PATCH) {
      String expected = "a release from " + oldest + " to " + newest;
      String hint = "the nearest that is known: " + read.nearestKnown();
      problems.add(new Problem(at, "", nccl, expected, hint));
    }
    return read;
  }

  private Map<String, String> environment(Problems problems) {
    Map<String, String> environment = new TreeMap<>();
    for (String variable : variables) {
      int equals = variable.indexOf('=');
      String name = equals < 0 ? variable : variable.substring(0, equals);
      if (equals < 1 || !NcclSettings.names().contains(name)) {
        problems.add(
            Position.of("--env"),
            "",
            variable,
            "one of " + String.join(", ", NcclSettings.names().stream().sorted().toList()),
            Nearest.hint(name, NcclSettings.names()));
      } else {
        environment.put(name, variable.substring(equals + 1));
      }
    }
    if (algorithm != null) {
      environment.put("NCCL_ALGO", algorithm);
    }
    if (protocol != null) {
      environment.put("NCCL_PROTO", protocol);
    }
    return environment;
  }

  private int ranks(Cluster where) {
    if (ranks == null) {
      return where.gpus();
    }
    if (ranks < 2 || ranks > where.gpus()) {
      throw refuse("--ranks", ranks, "2 to the " + where.gpus() + " GPUs of " + where.name());
    }
    return ranks;
  }

  private int together(Cluster where, int count) {
    int most = Math.min(count, where.gpusPerDomain());
    if (ranksPerDomain == null) {
      return most;
    }
    if (ranksPerDomain < 1 || ranksPerDomain > most) {
      throw refuse("--ranks-per-domain", ranksPerDomain, "1 to " + most);
    }
    int domains = Math.ceilDiv(where.gpus(), where.gpusPerDomain());
    if (Math.ceilDiv(count, ranksPerDomain) > domains) {
      throw refuse(
          "--ranks-per-domain",
          ranksPerDomain,
          "at least " + Math.ceilDiv(count, domains) + " for " + count + " ranks");
    }
    return ranksPerDomain;
  }

  private static InputException refuse(String option, int read, String expected) {
    return Refusal.of(option, Integer.toString(read), expected, "");
  }
}
