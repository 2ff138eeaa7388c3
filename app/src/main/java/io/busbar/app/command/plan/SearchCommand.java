package io.busbar.app.command.plan;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.OutFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.PlanOptions;
import io.busbar.app.option.ThreadsOption;
import io.busbar.app.progress.SearchProgress;
import io.busbar.base.problem.Position;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.plan.space.Answers;
import io.busbar.plan.space.FrontCsv;
import io.busbar.plan.space.SearchAnswer;
import io.busbar.plan.space.SearchFile;
import io.busbar.plan.space.SearchReport;
import io.busbar.plan.space.SpaceSearch;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbar search}: what to buy or rent to train a model in so many days for so much. */
@Command(
    name = "search",
    description =
        "What to take to train a model in so many days for so much: all layouts on all the clusters"
            + " that you name, and the front of those that nothing beats. Every option of 'busbar"
            + " plan' takes several values with commas.",
    footer = {
      "  busbar search --model llama3-70b --cluster dgx-h100:16..512 --tokens 15T --deadline 60d",
      "  busbar search --model llama3-70b --cluster dgx-h100:64..512+64,dgx-b200:16..256 \\",
      "      --fabric usual,roce,2:1 --tokens 15T --budget '$30M' --format html --out front.html",
      "  busbar search search.yaml --csv front.csv --save-plan best.yaml"
    })
public class SearchCommand extends BusbarCommand {
  /** Values that hold commas of their own. */
  private static final List<String> WHOLE = List.of("name", "parallelism.order");

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = {
        "Search file: a plan file in which values may be lists, with 'fabric' and a section"
            + " 'search'; options are set above it.",
        "Example: search.yaml"
      })
  private @Nullable String file;

  @Option(
      names = "--fabric",
      paramLabel = "LIST",
      description = {
        "Fabrics to try on each cluster: usual, a kind (infiniband, roce), an oversubscription of"
            + " the leaves, or both with a plus.",
        "Example: --fabric usual,2:1,roce+2:1"
      })
  private @Nullable String fabric;

  private final Map<String, String> limits = new TreeMap<>();

  @Option(
      names = "--tokens",
      paramLabel = "COUNT",
      description = {"Tokens that are to be trained.", "Example: --tokens 15T"})
  void tokens(String value) {
    limits.put("tokens", value);
  }

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = {"Most time for them.", "Example: --deadline 60d"})
  void deadline(String value) {
    limits.put("deadline", value);
  }

  @Option(
      names = "--budget",
      paramLabel = "MONEY",
      description = {
        "Most that their training may cost, at the price of a GPU-hour.",
        "Example: --budget '$30M'"
      })
  void budget(String value) {
    limits.put("budget", value);
  }

  @Option(
      names = "--purchase",
      paramLabel = "MONEY",
      description = {
        "Most that the cluster may cost to buy, network included.",
        "Example: --purchase '$100M'"
      })
  void purchase(String value) {
    limits.put("purchase", value);
  }

  @Option(
      names = "--max-gpus",
      paramLabel = "N",
      description = {"Most GPUs.", "Example: --max-gpus 4096"})
  void maxGpus(String value) {
    limits.put("max_gpus", value);
  }

  @Option(
      names = "--min-headroom",
      paramLabel = "SHARE",
      description = {
        "Least share of a GPU's memory that stays free.",
        "Example: --min-headroom 5%%"
      })
  void minHeadroom(String value) {
    limits.put("min_headroom", value);
  }

  @Option(
      names = "--objectives",
      paramLabel = "LIST",
      description = {
        "What set-ups are judged by: step-time, cost, gpus, energy, headroom, train-time (default:"
            + " the first five).",
        "Example: --objectives train-time,cost,gpus"
      })
  private @Nullable String objectives;

  @Option(
      names = "--resolution",
      paramLabel = "SHARE",
      description = {
        "Set-ups closer than this are one point of the front; 0%% for the exact front (default"
            + " 1%%).",
        "Example: --resolution 0%%"
      })
  void resolution(String value) {
    limits.put("resolution", value);
  }

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = {"Write all points of the front as CSV as well.", "Example: --csv front.csv"})
  private @Nullable String csv;

  @Option(
      names = "--save-plan",
      paramLabel = "FILE",
      description = {
        "Write the plan file of the first set-up as well: 'busbar plan' explains it.",
        "Example: --save-plan best.yaml"
      })
  private @Nullable String savePlan;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Mixin private FormatOption format = new FormatOption();

  private final PlanOptions keys = new PlanOptions();
  private final Terminal terminal;

  public SearchCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Spec
  void addKeys(CommandSpec spec) {
    keys.addTo(spec);
  }

  @Override
  protected Answer answer() {
    if (file == null && !keys.any()) {
      throw Refusal.of(
          "search",
          "",
          "a search file, or --model and --cluster",
          "e.g. busbar search --model llama3-70b --cluster dgx-h100:16..512");
    }
    int parallel = threads.count();
    Tree asked = asked();
    SearchFile search = Searches.of(asked);
    try (SearchProgress progress = new SearchProgress(terminal)) {
      SpaceSearch.Found found = look(search, asked, parallel, progress);
      SearchAnswer answer = Answers.of(search, found.front(), found.complete());
      if (csv != null) {
        OutFile.write("--csv", csv, FrontCsv.of(answer));
      }
      if (savePlan != null) {
        save(answer, savePlan);
      }
      return format.answer(SearchReport.of(answer, prices(found)), progress.exitCode());
    }
  }

  /**
   * Goes through the space.
   *
   * @param asked what the search was read from
   */
  protected SpaceSearch.Found look(
      SearchFile search, Tree asked, int parallel, SearchProgress progress) {
    return new SpaceSearch(search.space(), parallel).run(progress, progress::stopped);
  }

  private static String prices(SpaceSearch.Found found) {
    return String.format(
        Locale.ROOT,
        "Looked through in %.1f s on %d threads. Prices and power are the likely ones of 'busbar"
            + " design', a GPU-hour its cost of ownership unless --price says it.",
        found.seconds(),
        found.threads());
  }

  private static void save(SearchAnswer answer, String name) {
    if (answer.choices().isEmpty()) {
      throw Refusal.of("--save-plan", name, "a set-up that fits", "there is none");
    }
    OutFile.write("--save-plan", name, answer.choices().getFirst().row().plan());
  }

  /** The file with all options above it, lists where there are commas. */
  private Tree asked() {
    Tree root =
        file == null
            ? new Tree.Mapping(Position.of("command line"), Map.of())
            : TreeReader.read(InFile.of(file, "search"));
    if (!(root instanceof Tree.Mapping mapping)) {
      return root;
    }
    Tree.Mapping asked = mapping;
    for (Map.Entry<String, Tree.Scalar> key : keys.overlay().entrySet()) {
      Tree value = WHOLE.contains(key.getKey()) ? key.getValue() : list(key.getValue());
      asked = asked.withPath(key.getKey(), value);
    }
    for (Map.Entry<String, String> limit : limits.entrySet()) {
      String option = "--" + limit.getKey().replace('_', '-');
      asked =
          asked.withPath(
              "search." + limit.getKey(),
              new Tree.Scalar(Position.of(option), limit.getValue(), false));
    }
    if (objectives != null) {
      Tree.Scalar at = new Tree.Scalar(Position.of("--objectives"), objectives, false);
      asked = asked.withPath("search.objectives", new Tree.Sequence(at.at(), items(at)));
    }
    return fabric == null
        ? asked
        : asked.with("fabric", list(new Tree.Scalar(Position.of("--fabric"), fabric, false)));
  }

  private static Tree list(Tree.Scalar value) {
    return value.text().contains(",") ? new Tree.Sequence(value.at(), items(value)) : value;
  }

  private static List<Tree> items(Tree.Scalar value) {
    return Arrays.stream(value.text().split(",", -1))
        .map(item -> (Tree) new Tree.Scalar(value.at(), item.strip(), value.quoted()))
        .toList();
  }
}
