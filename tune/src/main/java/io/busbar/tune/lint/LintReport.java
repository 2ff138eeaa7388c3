package io.busbar.tune.lint;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.formats.env.SourceKind;
import io.busbar.tune.lint.rule.LintFinding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The answer of a lint: all findings as JSON, and equal ones together for people. Stateless. */
public final class LintReport {
  public static final String SCHEMA = "busbar/lint/1";

  private static final int MOST_PLACES = 6;

  private LintReport() {}

  /**
   * The answer.
   *
   * @param ncclVersion the version that was judged for
   * @param ncclVersionAssumed whether neither the call nor a log named it
   * @param cluster as the user named it; empty for none
   * @param files how many files were read
   * @param settings how many settings concerned NCCL
   * @param critical findings of that severity
   * @param warnings findings of that severity
   * @param infos findings of that severity
   * @param findings all, by file and line
   * @param written files that hold the corrected text
   * @param notes what was left out
   */
  public record Answer(
      String ncclVersion,
      boolean ncclVersionAssumed,
      String cluster,
      int files,
      int settings,
      int critical,
      int warnings,
      int infos,
      List<LintFinding> findings,
      List<String> written,
      List<String> notes) {
    public Answer {
      findings = List.copyOf(findings);
      written = List.copyOf(written);
      notes = List.copyOf(notes);
    }
  }

  /**
   * @param cluster as the user named it; empty for none
   * @param written files that hold the corrected text
   */
  public static Report of(Lint.Result result, String cluster, List<String> written) {
    int files = result.files().values().stream().mapToInt(Integer::intValue).sum();
    Answer answer =
        new Answer(
            result.version().toString(),
            result.assumed(),
            cluster,
            files,
            result.settings(),
            count(result, Severity.CRITICAL),
            count(result, Severity.WARNING),
            count(result, Severity.INFO),
            result.findings(),
            written,
            result.notes());
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Note("", summary(answer, result)));
    if (!answer.findings().isEmpty()) {
      blocks.add(new Findings("Findings", together(answer.findings())));
    }
    if (!written.isEmpty()) {
      blocks.add(new Note("Corrected text", String.join("; ", written)));
    }
    if (!answer.notes().isEmpty()) {
      blocks.add(new Note("Left out", String.join("; ", answer.notes())));
    }
    return new Report(SCHEMA, "Lint of NCCL settings", answer, blocks);
  }

  private static int count(Lint.Result result, Severity severity) {
    return (int) result.findings().stream().filter(f -> f.severity() == severity).count();
  }

  private static String summary(Answer a, Lint.Result result) {
    String kinds =
        result.files().entrySet().stream()
            .filter(e -> e.getKey() != SourceKind.OTHER)
            .map(e -> e.getValue() + " " + e.getKey().title())
            .collect(Collectors.joining(", "));
    String verdict =
        a.findings().isEmpty()
            ? "Nothing was found."
            : a.critical() + " critical, " + a.warnings() + " warnings, " + a.infos() + " infos.";
    String version =
        a.ncclVersion() + (a.ncclVersionAssumed() ? " (assumed; --nccl names another)" : "");
    String looked =
        plural(a.settings(), "setting")
            + " in "
            + plural(a.files(), "file")
            + (kinds.isEmpty() ? "" : " (" + kinds + ")");
    String where = a.cluster().isEmpty() ? "" : " on " + a.cluster();
    return verdict + " Looked at " + looked + " for NCCL " + version + where + ".";
  }

  private static String plural(int n, String noun) {
    return n + " " + noun + (n == 1 ? "" : "s");
  }

  /** Equal findings of several places as one, most important first. */
  private static List<Finding> together(List<LintFinding> findings) {
    Map<String, List<LintFinding>> groups = new LinkedHashMap<>();
    for (LintFinding f : findings) {
      String key = f.code() + '\n' + f.title() + '\n' + f.reason() + '\n' + f.fix();
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(f);
    }
    List<Finding> all = new ArrayList<>();
    for (List<LintFinding> group : groups.values()) {
      LintFinding f = group.getFirst();
      all.add(
          new Finding(
              f.code(), f.severity(), f.title(), f.reason(), places(group), List.of(f.fix())));
    }
    all.sort(Comparator.comparing(Finding::severity).reversed());
    return all;
  }

  private static List<String> places(List<LintFinding> group) {
    List<String> places = new ArrayList<>();
    for (LintFinding f : group.subList(0, Math.min(MOST_PLACES, group.size()))) {
      String what = f.variable().isEmpty() ? f.value() : f.variable() + "=" + f.value();
      places.add(f.file() + (f.line() > 0 ? ":" + f.line() : "") + ": " + what);
    }
    if (group.size() > MOST_PLACES) {
      places.add("and " + (group.size() - MOST_PLACES) + " more places");
    }
    return places;
  }
}
