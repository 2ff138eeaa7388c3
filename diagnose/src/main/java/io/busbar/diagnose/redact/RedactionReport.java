package io.busbar.diagnose.redact;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Report;
import java.util.ArrayList;
import java.util.List;

/** What was copied and replaced, as blocks. Names are not shown: the answer may be shared too. */
public final class RedactionReport {
  public static final String SCHEMA = "busbar/redaction/1";

  private RedactionReport() {}

  public static Report of(Redaction redaction) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Table(
            "Replaced",
            List.of(Column.text("kind"), Column.number("names")),
            redaction.replaced().stream()
                .map(k -> List.of(k.kind(), Integer.toString(k.names())))
                .toList(),
            "Look through the copy before you share it: what no rule knows stays."));
    blocks.add(
        new Block.Table(
            "Copies",
            List.of(Column.text("file"), Column.number("lines")),
            redaction.files().stream()
                .map(f -> List.of(f.file(), Integer.toString(f.lines())))
                .toList(),
            ""));
    if (!redaction.left().isEmpty()) {
      blocks.add(
          new Block.Table(
              "Not copied",
              List.of(Column.text("file"), Column.text("why")),
              redaction.left().stream().map(l -> List.of(l.file(), l.why())).toList(),
              ""));
    }
    String title = redaction.files().size() + " files copied to " + redaction.out();
    return new Report(SCHEMA, title, redaction, blocks);
  }
}
