package io.busbar.app.render.text;

import io.busbar.base.report.Block;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import java.util.List;

/** Findings: a mark of severity and the title, then why, on what evidence, and what to do. */
final class FindingsText {
  private FindingsText() {}

  static void write(Block.Findings findings, Paper paper) {
    if (findings.findings().isEmpty()) {
      paper.line("  " + Ink.DIM.on("(none)"));
    }
    boolean first = true;
    for (Finding finding : findings.findings()) {
      if (!first) {
        paper.blank();
      }
      first = false;
      title(finding, paper);
      part("why", List.of(finding.why()), paper);
      part("evidence", finding.evidence(), paper);
      part("fix", finding.fix(), paper);
    }
  }

  private static void title(Finding finding, Paper paper) {
    String mark = ink(finding.severity()).on(mark(finding.severity(), paper.style()));
    String code = finding.code().isEmpty() ? "" : " [" + paper.plain(finding.code()) + "]";
    List<String> lines = Cells.wrap(paper.plain(finding.title()) + code, paper.width() - 4);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      // The code is for machines and searches: it stands back.
      boolean last = i == lines.size() - 1 && line.endsWith(code);
      String text = last ? line.substring(0, line.length() - code.length()) : line;
      String shown = Ink.BOLD.on(text) + (last ? Ink.DIM.on(code) : "");
      paper.line((i == 0 ? "  " + mark + " " : "    ") + shown);
    }
  }

  private static void part(String name, List<String> lines, Paper paper) {
    String head = "    " + Cells.padRight(name, 8) + "  ";
    for (String line : lines) {
      if (!line.isEmpty()) {
        paper.wrapped(head, " ".repeat(14), paper.plain(line));
        head = " ".repeat(14);
      }
    }
  }

  private static String mark(Severity severity, TextStyle style) {
    return switch (severity) {
      case CRITICAL -> style.pick("✖", "X");
      case WARNING -> style.pick("▲", "!");
      case INFO -> style.pick("●", "i");
    };
  }

  private static Ink ink(Severity severity) {
    return switch (severity) {
      case CRITICAL -> Ink.RED;
      case WARNING -> Ink.YELLOW;
      case INFO -> Ink.CYAN;
    };
  }
}
