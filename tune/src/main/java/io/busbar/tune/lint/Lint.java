package io.busbar.tune.lint;

import io.busbar.formats.env.Assignment;
import io.busbar.formats.env.CommandLine;
import io.busbar.formats.env.EnvSource;
import io.busbar.formats.env.PythonCall;
import io.busbar.formats.env.SourceKind;
import io.busbar.nccl.variable.Variables;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Edit;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.LintFinding;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import io.busbar.tune.lint.rule.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs all rules over files, one after the other, so that memory grows with what is found and not
 * with what is read. One use, not thread-safe.
 */
public final class Lint {
  private static final int MOST_OBSERVED = 4_096;
  private static final Map<String, List<Rule>> BY_PROGRAM = byProgram();

  private final Variables variables = Variables.standard();
  private final Names names = new Names(variables);
  private final Hits hits = new Hits();
  private final RoceSide.Gathered roce = new RoceSide.Gathered();
  private final List<Context> observed = new ArrayList<>();
  private final @Nullable NcclVersion version;
  private final @Nullable Facts cluster;
  private final Map<SourceKind, Integer> files = new TreeMap<>();
  private int settings;
  private @Nullable NcclVersion banner;

  /**
   * @param version the NCCL that reads it all; null to believe the banners of logs, else the newest
   * @param cluster where it runs; null when unknown
   */
  public Lint(@Nullable NcclVersion version, @Nullable Facts cluster) {
    this.version = version;
    this.cluster = cluster;
  }

  /** Looks at one file. */
  public void add(EnvSource source) {
    files.merge(source.kind(), 1, Integer::sum);
    Context context = context(source);
    settings += context.settings().size();
    for (Rule rule : Rules.ALL) {
      apply(rule, context);
    }
    for (CommandLine command : source.commands()) {
      apply(command, context);
    }
    roce.add(source, context.settings());
    if (source.kind().observed() && observed.size() < MOST_OBSERVED) {
      observed.add(context);
    }
  }

  /** The rules that look at a program in a command line. */
  private void apply(CommandLine command, Context context) {
    Set<Rule> rules = new LinkedHashSet<>();
    for (String word : command.words()) {
      String program = word.substring(word.lastIndexOf('/') + 1);
      rules.addAll(BY_PROGRAM.getOrDefault(program, List.of()));
    }
    for (Rule rule : rules) {
      rule.command(command, context, hits);
    }
  }

  private static Map<String, List<Rule>> byProgram() {
    Map<String, List<Rule>> all = new HashMap<>();
    for (Rule rule : Rules.ALL) {
      for (String program : rule.programs()) {
        all.computeIfAbsent(program, name -> new ArrayList<>()).add(rule);
      }
    }
    return all;
  }

  private void apply(Rule rule, Context context) {
    for (Setting setting : context.settings()) {
      rule.name(setting, context, hits);
      if (setting.known()) {
        rule.value(setting, context, hits);
      }
    }
    for (Settings scope : context.scopes()) {
      rule.together(scope, context, hits);
    }
    for (PythonCall call : context.source().calls()) {
      rule.call(call, context, hits);
    }
    rule.file(context, hits);
  }

  private Context context(EnvSource source) {
    List<Setting> all = new ArrayList<>();
    Map<String, List<Setting>> byScope = new LinkedHashMap<>();
    byScope.put("", new ArrayList<>());
    for (Assignment a : source.assignments()) {
      if (names.concern(a.name())) {
        Setting setting = new Setting(a, variables.find(a.name()).orElse(null));
        all.add(setting);
        byScope.computeIfAbsent(a.scope(), scope -> new ArrayList<>()).add(setting);
      }
    }
    List<Setting> file = byScope.getOrDefault("", List.of());
    List<Settings> scopes = new ArrayList<>();
    byScope.forEach((scope, own) -> {
      if (!own.isEmpty()) {
        scopes.add(Settings.of(scope, scope.isEmpty() ? List.of() : file, own));
      }
    });
    return new Context(source, all, scopes, version(source), variables, cluster);
  }

  private NcclVersion version(EnvSource source) {
    if (version != null) {
      return version;
    }
    NcclVersion found = NcclVersion.find(source.ncclVersion()).orElse(null);
    if (found != null && banner == null) {
      banner = found;
    }
    return found != null ? found : NcclVersion.newest();
  }

  /** Ends it: compares what processes had, and puts the findings in order. */
  public Result finish(List<String> notes) {
    for (Rule rule : Rules.ALL) {
      rule.across(observed, hits);
      rule.fabric(roce.all(), hits);
    }
    List<LintFinding> found = new ArrayList<>(hits.findings());
    found.sort(
        Comparator.comparing(LintFinding::file)
            .thenComparing(LintFinding::line)
            .thenComparing(LintFinding::column)
            .thenComparing(LintFinding::severity, Comparator.reverseOrder())
            .thenComparing(LintFinding::code));
    List<String> remarks = new ArrayList<>(notes);
    if (hits.dropped() > 0) {
      remarks.add(hits.dropped() + " further findings are not shown");
    }
    NcclVersion used = version != null ? version : banner != null ? banner : NcclVersion.newest();
    return new Result(
        used, version == null && banner == null, files, settings, found, remarks, hits.edits());
  }

  /**
   * What came out.
   *
   * @param version the NCCL that was judged for
   * @param assumed whether nobody named that version
   * @param files how many of each kind
   * @param settings how many settings concerned NCCL
   * @param findings by file and line
   * @param notes what was left out
   * @param edits corrections by file
   */
  public record Result(
      NcclVersion version,
      boolean assumed,
      Map<SourceKind, Integer> files,
      int settings,
      List<LintFinding> findings,
      List<String> notes,
      Map<String, List<Edit>> edits) {
    public Result {
      files = java.util.Collections.unmodifiableMap(new TreeMap<>(files));
      findings = List.copyOf(findings);
      notes = List.copyOf(notes);
    }
  }
}
