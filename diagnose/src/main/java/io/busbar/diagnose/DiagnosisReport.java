package io.busbar.diagnose;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.diagnose.Diagnosis.Cause;
import io.busbar.diagnose.Diagnosis.Evidence;
import io.busbar.diagnose.baseline.Change;
import io.busbar.diagnose.facts.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A diagnosis as blocks: findings with their lines, what is in order, what is missing, inputs. */
public final class DiagnosisReport {
  public static final String SCHEMA = "busbar/diagnosis/1";
  private static final int SHOWN_UNREAD = 10;
  private static final int SHOWN_EVIDENCE = 5;
  private static final int SHOWN_FAULTS = 20;
  private static final int SHOWN_SUBJECTS = 6;
  private static final int SHOWN_CHANGES = 30;

  private DiagnosisReport() {}

  /** As blocks without the lines around the evidence. */
  public static Report of(Diagnosis diagnosis) {
    return of(diagnosis, new Block.Excerpts("", List.of()));
  }

  /**
   * @param context lines around the evidence; left out when there are none
   */
  public static Report of(Diagnosis diagnosis, Block.Excerpts context) {
    List<Block> blocks = new ArrayList<>();
    if (!context.excerpts().isEmpty()) {
      blocks.add(new Block.Note("", summary(diagnosis)));
    }
    if (!diagnosis.verdict().unread().isEmpty()) {
      blocks.add(unread(diagnosis.verdict().unread()));
    }
    blocks.add(
        new Block.Findings(
            "Findings", diagnosis.findings().stream().map(DiagnosisReport::finding).toList()));
    if (!diagnosis.changes().isEmpty()) {
      blocks.add(changes(diagnosis.changes()));
    }
    if (!context.excerpts().isEmpty()) {
      blocks.add(context);
    }
    if (!diagnosis.ranks().isEmpty()) {
      blocks.add(RankMap.of(diagnosis.ranks()));
    }
    blocks.addAll(AnalysisBlocks.of(diagnosis.analyses()));
    PlanComparison plan = diagnosis.plan();
    if (plan != null) {
      blocks.add(plan.block());
    }
    if (!diagnosis.healthy().isEmpty()) {
      blocks.add(
          new Block.Table(
              "In order",
              List.of(Column.text("what"), Column.text("seen in")),
              diagnosis.healthy().stream()
                  .map(h ->
                      List.of(
                          h.what(), h.evidence().isEmpty() ? "" : place(h.evidence().getFirst())))
                  .toList(),
              ""));
    }
    if (!diagnosis.missing().isEmpty()) {
      blocks.add(
          new Block.Table(
              "What would decide more",
              List.of(Column.text("what"), Column.text("how to get it")),
              diagnosis.missing().stream().map(m -> List.of(m.what(), m.command())).toList(),
              ""));
    }
    diagnosis.bandwidths().forEach(compared -> blocks.addAll(BandwidthBlocks.of(compared)));
    if (!diagnosis.faults().isEmpty()) {
      blocks.add(faults(diagnosis.faults()));
    }
    blocks.add(inputs(diagnosis));
    return new Report(SCHEMA, title(diagnosis), diagnosis, blocks);
  }

  private static String title(Diagnosis diagnosis) {
    String title = diagnosis.verdict().sentence();
    return diagnosis.faults().isEmpty() ? title : title + "; a part of Busbar failed on the way";
  }

  private static Block unread(List<Verdict.Unread> unread) {
    return new Block.Table(
        "Not read",
        List.of(
            Column.text("file"), Column.text("why"), Column.text("lines that look like faults")),
        unread.stream()
            .limit(SHOWN_UNREAD)
            .map(u -> List.of(u.file(), u.why(), String.join(" | ", u.lines())))
            .toList(),
        "Readable are outputs of the tools that 'busbar diagnose --emit-collect' gathers, logs of"
            + " NCCL, PyTorch, MPI, UCX, libfabric and the kernel, tables of nccl-tests and OSU,"
            + " traces, and scripts that set variables.");
  }

  /** What somebody reads who reads one paragraph of a ticket. */
  private static String summary(Diagnosis diagnosis) {
    Map<Severity, Long> counts =
        diagnosis.findings().stream()
            .collect(Collectors.groupingBy(Cause::severity, Collectors.counting()));
    long lines = diagnosis.inputs().stream().mapToLong(Diagnosis.Input::lines).sum();
    Cause first = diagnosis.findings().isEmpty() ? null : diagnosis.findings().getFirst();
    if (first == null) {
      return diagnosis.verdict().sentence() + ".";
    }
    String action =
        first.fix().isEmpty() ? "" : "\nWhat to do first: " + first.fix().getFirst() + ".";
    return String.format(
        Locale.ROOT,
        "%d critical, %d warning, %d informational in %d input(s) of %,d lines.\nFirst: %s (%s"
            + " confidence).%s",
        counts.getOrDefault(Severity.CRITICAL, 0L),
        counts.getOrDefault(Severity.WARNING, 0L),
        counts.getOrDefault(Severity.INFO, 0L),
        diagnosis.inputs().size(),
        lines,
        first.title(),
        first.confidence(),
        action);
  }

  private static Finding finding(Cause cause) {
    List<String> evidence = new ArrayList<>();
    for (Evidence e :
        cause.evidence().subList(0, Math.min(SHOWN_EVIDENCE, cause.evidence().size()))) {
      evidence.add(place(e) + "  " + e.text());
    }
    if (cause.evidence().size() > SHOWN_EVIDENCE) {
      evidence.add("and " + (cause.evidence().size() - SHOWN_EVIDENCE) + " more lines");
    }
    List<String> fix = new ArrayList<>();
    cause.verify().forEach(v -> fix.add("verify: " + v));
    fix.addAll(cause.fix());
    String why = cause.why();
    String where = where(cause);
    if (!where.isEmpty()) {
      why += " Where: " + where + ".";
    }
    if (!cause.consequences().isEmpty()) {
      why += " It explains: " + String.join(", ", cause.consequences()) + ".";
    }
    if (!cause.confidence().equals("high")) {
      why += " Confidence: " + cause.confidence() + ".";
    }
    return new Finding(cause.code(), cause.severity(), cause.title(), why, evidence, fix);
  }

  /** The first subjects that a cause names, and how many more there are. */
  private static String where(Cause cause) {
    List<String> labels = cause.subjects().stream().map(Subject::label).toList();
    String first = String.join("; ", labels.subList(0, Math.min(SHOWN_SUBJECTS, labels.size())));
    return labels.size() > SHOWN_SUBJECTS
        ? first + "; and " + (labels.size() - SHOWN_SUBJECTS) + " more"
        : first;
  }

  private static Block faults(List<Diagnosis.Fault> faults) {
    return new Block.Table(
        "Faults of Busbar",
        List.of(Column.text("part"), Column.text("at"), Column.text("what happened")),
        faults.stream()
            .limit(SHOWN_FAULTS)
            .map(f ->
                List.of(f.part(), f.line() > 0 ? f.file() + ":" + f.line() : f.file(), f.what()))
            .toList(),
        "What these parts would have found is missing; all others went on. Please report it with"
            + " the file.");
  }

  private static Block changes(List<Change> changes) {
    return new Block.Table(
        "What changed since the good run",
        List.of(
            Column.text("effect"),
            Column.text("what"),
            Column.text("before"),
            Column.text("after"),
            Column.text("why")),
        changes.stream()
            .limit(SHOWN_CHANGES)
            .map(c ->
                List.of(
                    c.effect(),
                    c.kind() + ": " + c.subject(),
                    c.before().isEmpty() ? "-" : c.before(),
                    c.after().isEmpty() ? "-" : c.after(),
                    c.why()))
            .toList(),
        changes.size() > SHOWN_CHANGES
            ? "And " + (changes.size() - SHOWN_CHANGES) + " more: --format json lists all."
            : "");
  }

  private static String place(Evidence e) {
    return e.file() + ":" + e.line();
  }

  private static Block inputs(Diagnosis diagnosis) {
    return new Block.Table(
        "Inputs",
        List.of(
            Column.text("file"), Column.text("kind"), Column.number("lines"), Column.text("note")),
        diagnosis.inputs().stream()
            .map(i ->
                List.of(
                    i.file(),
                    i.kind(),
                    Integer.toString(i.lines()),
                    i.warnings().isEmpty() ? "" : i.warnings().getFirst()))
            .toList(),
        "");
  }
}
