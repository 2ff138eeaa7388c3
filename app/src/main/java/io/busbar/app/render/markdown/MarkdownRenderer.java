package io.busbar.app.render.markdown;

import io.busbar.app.render.text.Ascii;
import io.busbar.base.report.Block;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import java.util.List;
import java.util.Locale;

/**
 * A report as Markdown: figures and tables as tables, notes and findings as text. Drawings, curves
 * and bars leave their captions only. Stateless.
 */
public final class MarkdownRenderer {
  private MarkdownRenderer() {}

  public static String render(Report report) {
    StringBuilder out = new StringBuilder("# " + escaped(report.title()) + "\n");
    for (Block block : report.blocks()) {
      String body = body(block);
      if (!body.isEmpty()) {
        out.append("\n## ").append(escaped(block.title())).append("\n\n").append(body);
      }
    }
    return out.toString();
  }

  private static String body(Block block) {
    return switch (block) {
      case Block.Figures f -> figures(f);
      case Block.Table t -> table(t);
      case Block.Note n -> escaped(n.text()).replace("\n", "  \n") + "\n";
      case Block.Findings f -> findings(f.findings());
      case Block.Excerpts e -> excerpts(e.excerpts());
      case Block.Drawing d -> d.caption().isEmpty() ? "" : escaped(d.caption()) + "\n";
      case Block.Bars b -> "";
      case Block.Series s -> "";
      case Block.Timeline t -> "";
      case Block.Reasons r -> "";
    };
  }

  private static String figures(Block.Figures figures) {
    StringBuilder out = new StringBuilder("| | | |\n|---|---|---|\n");
    for (Block.Figure row : figures.rows()) {
      line(out, List.of(row.label(), row.value(), row.note()));
    }
    return out.toString();
  }

  private static String table(Block.Table table) {
    StringBuilder out = new StringBuilder();
    line(out, table.columns().stream().map(Block.Column::header).toList());
    line(out, table.columns().stream().map(c -> c.numeric() ? "---:" : "---").toList());
    table.rows().forEach(row -> line(out, row));
    if (!table.note().isEmpty()) {
      out.append('\n').append(escaped(table.note())).append('\n');
    }
    return out.toString();
  }

  private static void line(StringBuilder out, List<String> cells) {
    out.append('|');
    for (String cell : cells) {
      String plain = cell.matches("-{3}:?") ? cell : escaped(cell);
      out.append(' ').append(plain.replace("\n", " ")).append(" |");
    }
    out.append('\n');
  }

  /** Indented by four blanks, which Markdown shows as they are. */
  private static String excerpts(List<Block.Excerpt> excerpts) {
    StringBuilder out = new StringBuilder();
    for (Block.Excerpt excerpt : excerpts) {
      out.append(escaped(excerpt.caption())).append("\n\n");
      for (Block.ExcerptLine line : excerpt.lines()) {
        String text = line.text().replace('\n', ' ');
        out.append("    ").append(line.number()).append(": ").append(text).append('\n');
      }
      out.append('\n');
    }
    return out.toString();
  }

  private static String findings(List<Finding> findings) {
    StringBuilder out = new StringBuilder();
    for (Finding f : findings) {
      String severity = f.severity().name().toLowerCase(Locale.ROOT);
      out.append("- **").append(escaped(f.title())).append("** (").append(severity).append("). ");
      out.append(escaped(f.why())).append('\n');
      f.evidence().forEach(e -> out.append("  - ").append(escaped(e)).append('\n'));
      f.fix().forEach(e -> out.append("  - fix: ").append(escaped(e)).append('\n'));
    }
    return out.toString();
  }

  private static String escaped(String text) {
    return Ascii.withoutControls(text).replaceAll("([\\\\|*_<>`\\[\\]])", "\\\\$1");
  }
}
