package io.busbar.app.command.serve;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.PlainCommand;
import io.busbar.app.call.Terminal;
import io.busbar.app.command.fabric.FabricLoadCommand;
import io.busbar.app.command.plan.PlanCommand;
import io.busbar.app.command.simulate.SimulateCommand;
import io.busbar.app.render.text.TextStyle;
import io.busbar.app.serve.Call;
import io.busbar.app.serve.Outcome;
import io.busbar.app.serve.Outcome.Complaint;
import io.busbar.app.serve.View;
import io.busbar.app.serve.Watch;
import io.busbar.app.serve.Workbench;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problem;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Report;
import io.busbar.plan.Planned;
import io.busbar.plan.compare.CompareReport;
import io.busbar.plan.compare.Comparison;
import io.busbar.plan.effect.Change;
import io.busbar.plan.effect.Settings;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.fit.Fit;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import io.busbar.plan.memory.Verdict;
import io.busbar.plan.search.Neighbours;
import io.busbar.simulate.scenario.run.Playback;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The workbench asks the commands themselves, with their own reading and checking of options: page
 * and command line cannot differ. Thread-safe; every call makes its own command.
 */
public final class CommandWorkbench implements Workbench {
  /** For a command that is only looked at. */
  private static final Watch NOBODY =
      new Watch() {
        @Override
        public void progress(String line) {}

        @Override
        public void onStop(Runnable action) {}
      };

  private static final int OFFERS = 6;
  private static final double WORTHWHILE = 0.005;

  private final BiFunction<String, Terminal, PlainCommand> commands;
  private final Map<String, WorkbenchView> views = new LinkedHashMap<>();
  private final Map<String, List<Name>> names = WorkbenchNames.all();
  private final Map<String, String> planOptions =
      PlanOption.all().stream().collect(Collectors.toMap(PlanOption::path, PlanOption::name));

  /**
   * @param commands makes a command by its name, for a terminal
   */
  CommandWorkbench(BiFunction<String, Terminal, PlainCommand> commands) {
    this.commands = commands;
    WorkbenchView.all().forEach(view -> views.put(view.name(), view));
  }

  @Override
  public List<View> views() {
    return views.values().stream().map(view -> view.shown(line(view))).toList();
  }

  @Override
  public Map<String, List<Name>> names() {
    return names;
  }

  @Override
  public Outcome answer(Call call, Watch watch) {
    return asked(call, watch, this::answered);
  }

  /** What becomes of the command of a call and of its answer. */
  private Outcome asked(
      Call call, Watch watch, BiFunction<BusbarCommand, Answer, Outcome> answered) {
    WorkbenchView view = view(call);
    try {
      List<String> words = new ArrayList<>(view.path().subList(1, view.path().size()));
      words.addAll(arguments(view, call, true));
      ParseResult parsed = whole(view, watch).parseArgs(words.toArray(String[]::new));
      while (parsed.subcommand() != null) {
        parsed = parsed.subcommand();
      }
      if (parsed.commandSpec().userObject() instanceof BusbarCommand command) {
        return answered.apply(command, command.unwritten());
      }
      throw new IllegalStateException("no command " + view.name());
    } catch (ParameterException e) {
      return new Outcome.Refused(complaints(e));
    } catch (InputException e) {
      return new Outcome.Refused(e.problems().stream().map(this::complaint).toList());
    }
  }

  private WorkbenchView view(Call call) {
    WorkbenchView view = views.get(call.view());
    if (view == null) {
      throw new IllegalArgumentException("no view " + call.view());
    }
    return view;
  }

  private CommandLine whole(WorkbenchView view, Watch watch) {
    Terminal terminal = Terminal.watchedBy(watch);
    return new CommandLine(commands.apply(view.path().getFirst(), terminal))
        .setExpandAtFiles(false);
  }

  /** The command of a view, or its subcommand, to be looked at. */
  private CommandLine line(WorkbenchView view) {
    CommandLine line = whole(view, NOBODY);
    for (String name : view.path().subList(1, view.path().size())) {
      line = Objects.requireNonNull(line.getSubcommands().get(name), name);
    }
    return line;
  }

  @Override
  public @Nullable Call call(String command) {
    List<String> words = CommandWords.split(command);
    WorkbenchView best = null;
    for (WorkbenchView view : views.values()) {
      int length = view.path().size();
      boolean starts =
          words.size() > length
              && words.getFirst().equals("busbar")
              && words.subList(1, length + 1).equals(view.path());
      if (starts && (best == null || length > best.path().size())) {
        best = view;
      }
    }
    return best == null
        ? null
        : CommandWords.call(
            best.shown(line(best)), words.subList(best.path().size() + 1, words.size()));
  }

  @Override
  public String command(Call call) {
    WorkbenchView view = view(call);
    List<String> words = new ArrayList<>(List.of("busbar"));
    words.addAll(view.path());
    arguments(view, call, false).forEach(word -> words.add(quoted(word)));
    return String.join(" ", words);
  }

  @Override
  public String planFile(Call call) {
    if (!call.view().equals("plan")) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    String open = "";
    for (PlanOption option : PlanOption.all()) {
      List<String> values = call.values().get(option.name());
      if (values == null) {
        continue;
      }
      int dot = option.path().indexOf('.');
      String group = dot < 0 ? "" : option.path().substring(0, dot);
      if (!group.equals(open) && dot > 0) {
        out.append(group).append(":\n");
      }
      open = group;
      out.append(dot < 0 ? "" : "  ").append(option.path().substring(dot + 1)).append(": ");
      out.append(scalar(values.getFirst())).append('\n');
    }
    return out.toString();
  }

  /** As YAML writes it. */
  private static String scalar(String value) {
    return value.matches("[\\w./$%-][\\w.,:/$% -]*") && !value.contains(": ")
        ? value
        : "'" + value.replace("'", "''") + "'";
  }

  private static String quoted(String word) {
    return word.matches("[\\w.,:%/=@+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * The arguments of a call.
   *
   * @param here whether they are for the command in this process: each value is tied to its option,
   *     so that none can be taken for another option
   */
  private List<String> arguments(WorkbenchView view, Call call, boolean here) {
    CommandLine line = line(view);
    List<String> options = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    call.values()
        .forEach((field, values) -> {
          OptionSpec option = line.getCommandSpec().findOption(field);
          if (option == null) {
            arguments.addAll(values);
          } else if (option.arity().max() == 0) {
            options.add(field);
          } else {
            values.forEach(value -> {
              if (here) {
                options.add(field + "=" + value);
              } else {
                options.addAll(List.of(field, value));
              }
            });
          }
        });
    if (here) {
      options.add("--format=html"); // which says more than text
    }
    List<String> all = new ArrayList<>(here ? options : arguments);
    if (here && !arguments.isEmpty()) {
      all.add("--");
    }
    all.addAll(here ? arguments : options);
    return all;
  }

  private static List<Complaint> complaints(ParameterException e) {
    List<Complaint> complaints = new ArrayList<>();
    if (e instanceof CommandLine.MissingParameterException missing) {
      missing
          .getMissing()
          .forEach(arg -> complaints.add(new Complaint(name(arg), "this is needed")));
    } else {
      complaints.add(new Complaint(name(e.getArgSpec()), String.valueOf(e.getMessage())));
    }
    return complaints;
  }

  private static String name(@Nullable ArgSpec arg) {
    return switch (arg) {
      case OptionSpec option -> option.longestName();
      case PositionalParamSpec argument -> argument.paramLabel();
      case null, default -> "";
    };
  }

  /** At its option, or at the one that sets the key it is about. */
  private Complaint complaint(Problem problem) {
    String source = problem.at().source();
    String byKey = planOptions.get(problem.key());
    String field = byKey != null ? byKey : problem.at().line() == 0 ? source : "";
    return new Complaint(field, problem.toString());
  }

  @Override
  public Outcome compare(List<Call> calls, List<String> names, Watch watch) {
    List<Report> reports = new ArrayList<>();
    List<Planned> plans = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      Outcome outcome =
          asked(
              calls.get(i),
              watch,
              (command, answer) -> {
                if (command instanceof PlanCommand plan
                    && plan.asked() instanceof PlanCommand.Asked asked) {
                  plans.add(asked.planned());
                }
                return answered(command, answer);
              });
      if (!(outcome instanceof Outcome.Answered answered)) {
        return refused(names.get(i), outcome);
      }
      reports.add(answered.report());
    }
    return Outcome.of(
        plans.size() == calls.size()
            ? CompareReport.of(Comparison.of(names, plans))
            : Comparisons.of(calls, names, reports));
  }

  private static Outcome refused(String name, Outcome outcome) {
    List<Complaint> complaints = new ArrayList<>();
    if (outcome instanceof Outcome.Refused refused) {
      refused.complaints().forEach(c -> complaints.add(new Complaint("", name + ": " + c.text())));
    } else {
      complaints.add(new Complaint("", name + " has no figures to compare"));
    }
    return new Outcome.Refused(complaints);
  }

  private Outcome answered(BusbarCommand command, Answer answer) {
    Report report = answer.report();
    if (report == null) {
      return new Outcome.Told(answer.text().apply(TextStyle.FILE));
    }
    if (command instanceof PlanCommand plan && plan.asked() instanceof PlanCommand.Asked asked) {
      return new Outcome.Answered(report, neighbours(asked.file()), offers(asked), Map.of());
    }
    if (command instanceof FabricLoadCommand load
        && load.asked() instanceof FabricLoadCommand.Asked asked) {
      return new Outcome.Answered(report, Map.of(), List.of(), FabricPicture.of(asked));
    }
    if (command instanceof SimulateCommand played && played.playback() instanceof Playback seen) {
      return new Outcome.Answered(report, Map.of(), List.of(), FabricPicture.of(seen));
    }
    return Outcome.of(report);
  }

  private Map<String, List<String>> neighbours(PlanFile file) {
    Map<String, List<String>> byField = new LinkedHashMap<>();
    Neighbours.of(file)
        .forEach((key, values) ->
            byField.put(option(key), values.stream().map(String::valueOf).toList()));
    return byField;
  }

  /** The nearest that fit, then the changes that gain most and fit, one for each setting. */
  private List<Outcome.Offer> offers(PlanCommand.Asked asked) {
    List<Outcome.Offer> offers = new ArrayList<>();
    for (Fit fit : asked.planned().fits()) {
      Situation after = fit.situation();
      String effect =
          TimeSpan.print(after.cost().step()) + ", " + DataSize.print(after.peakBytes());
      String label = String.join("; ", fit.changes());
      offers.add(offer("The nearest that fit", label, effect, fit.planned(), after));
    }
    Set<String> settings = new HashSet<>();
    for (Change change : asked.planned().changes()) {
      boolean worth =
          change.gain() >= WORTHWHILE && change.after().verdict() != Verdict.DOES_NOT_FIT;
      if (worth && offers.size() < OFFERS && settings.add(change.setting())) {
        String kind = change.advice() ? "" : "what if: ";
        String gain = kind + "+" + Share.print(change.gain());
        offers.add(offer("Try", change.what(), gain, change.before(), change.after()));
      }
    }
    offers.removeIf(offer -> offer.values().isEmpty());
    return offers;
  }

  private Outcome.Offer offer(
      String group, String label, String effect, Situation before, Situation after) {
    Map<String, String> values = new LinkedHashMap<>();
    Settings.making(before, after).forEach((key, value) -> values.put(option(key), value));
    return new Outcome.Offer(group, label, effect, values);
  }

  private String option(String key) {
    String option = planOptions.get(key);
    if (option == null) {
      throw new IllegalStateException("no option sets " + key);
    }
    return option;
  }
}
