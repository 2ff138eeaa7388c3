package io.busbar.app.render.html;

import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Finding;
import java.util.List;
import java.util.Locale;

/**
 * Findings as cards, in the order in which they come: severity, what, why, evidence, what to do.
 */
final class FindingsView {
  private FindingsView() {}

  static void write(Page page, Findings findings) {
    if (findings.findings().isEmpty()) {
      page.markup().leaf("p", "Nothing was found.", "class", "note");
    }
    for (Finding finding : findings.findings()) {
      card(page, finding);
    }
  }

  private static void card(Page page, Finding finding) {
    Markup out = page.markup();
    String severity = finding.severity().name().toLowerCase(Locale.ROOT);
    out.open("article", "class", "finding k-" + severity);
    out.open("p", "class", "severity").leaf("span", severity, "class", "badge").text(" ");
    out.leaf("code", finding.code()).close();
    out.leaf(page.innerHeading(), finding.title());
    NoteView.write(page, finding.why());
    out.open("div", "class", "reasoning");
    lines(out, "What to do", finding.fix());
    lines(out, "Evidence", finding.evidence());
    out.close().close();
  }

  private static void lines(Markup out, String label, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    out.open("div").leaf("p", label, "class", "label").open("ul");
    lines.forEach(line -> out.leaf("li", line));
    out.close().close();
  }
}
