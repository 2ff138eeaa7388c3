package io.busbar.diagnose.check.transport;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.env.EnvFile;
import io.busbar.formats.ncclrun.Setting;
import io.busbar.tune.lint.Lint;
import io.busbar.tune.lint.rule.LintFinding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What files set, judged by the same rules and with the same severity as {@code busbar lint}. Needs
 * {@link EnvFile}s.
 */
public final class SettingLint implements Check {
  private static final String HARMFUL = "setting-harmful";
  private static final String SWITCH = "switch-qos";

  /** A rule, and the finding of its own: one switch alone shows it. */
  private static final String UNTREATED = "switch-untreated";

  /** How the codes of all rules about switches begin. */
  private static final String SWITCHES = "switch";

  /** Findings that rules of the lint have had longer than the lint. */
  private static final Map<String, String> CODES =
      Map.of(
          "choice-forced", "proto-forced",
          "unknown-name", "nccl-env-typo",
          "hca-typo", "nccl-env-typo",
          "duplicate", "nccl-env-duplicate");

  /** Rules that tell that a value is not what it looks like: the job runs with other settings. */
  private static final Set<String> MISREAD =
      Set.of(
          "blank-or-quote",
          "boolean-word",
          "enum-value",
          "gloo-interface",
          "list-syntax",
          "not-a-number",
          "not-exported",
          "octal",
          "tilde",
          "too-late",
          "trailing-text");

  @Override
  public List<String> codes() {
    return List.of(
        HARMFUL,
        SWITCH,
        UNTREATED,
        "proto-forced",
        "nccl-env-typo",
        "nccl-env-duplicate",
        "ib-disabled-by-env",
        "p2p-disabled-by-env");
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<EnvFile> files = facts.all(EnvFile.class);
    if (files.isEmpty()) {
      return;
    }
    Map<String, EnvFile> byName = new HashMap<>();
    Lint lint = new Lint(null, null);
    for (EnvFile file : files) {
      byName.put(file.at().file(), file);
      lint.add(file.source());
    }
    Lint.Result result = lint.finish(List.of());
    boolean bad = false;
    int better = 0;
    for (LintFinding f : result.findings()) {
      EnvFile file = byName.get(f.file());
      // A setting that merely could be better is the lint's to tell, not a cause.
      if (file == null || code(f).equals(HARMFUL) && !harmful(f)) {
        better += file != null && f.severity() == Severity.WARNING ? 1 : 0;
        continue;
      }
      bad |= f.severity() != Severity.INFO;
      Place at = file.lines().place(Math.max(1, f.line()));
      out.add(
          Conclusion.of(code(f), f.severity())
              .say(f.title() + ". " + f.reason() + " " + f.fix())
              .at(at));
    }
    if (!bad) {
      inOrder(facts, result.settings(), better, byName.keySet(), out);
    }
  }

  private static String code(LintFinding f) {
    if (f.code().equals("transport-off") && f.variable().equals("NCCL_IB_DISABLE")) {
      return "ib-disabled-by-env";
    }
    if (f.code().equals("transport-off") && f.variable().startsWith("NCCL_P2P")) {
      return "p2p-disabled-by-env";
    }
    if (f.code().equals(UNTREATED)) {
      return UNTREATED;
    }
    return f.code().startsWith(SWITCHES) ? SWITCH : CODES.getOrDefault(f.code(), HARMFUL);
  }

  private static boolean harmful(LintFinding f) {
    return f.severity() == Severity.CRITICAL
        || f.severity() == Severity.WARNING && MISREAD.contains(f.code());
  }

  private static void inOrder(
      Facts facts, int count, int better, Set<String> files, Conclusions out) {
    List<Setting> given =
        facts.all(Setting.class).stream()
            .filter(s -> s.command() != Setting.ECHOED && files.contains(s.at().file()))
            .filter(s -> s.name().startsWith("NCCL_"))
            .toList();
    if (!given.isEmpty()) {
      String names =
          given.stream().map(Setting::name).distinct().limit(8).collect(Collectors.joining(", "));
      out.healthy(
          count
              + " setting(s) are read ("
              + names
              + "), none known to do harm"
              + (better > 0 ? "; " + better + " could be better: see 'busbar tune --check'." : "."),
          given.stream().limit(4).map(Setting::at).toList());
    }
  }
}
