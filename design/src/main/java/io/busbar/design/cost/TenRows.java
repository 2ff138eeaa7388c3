package io.busbar.design.cost;

import io.busbar.design.answer.DecisionAnswer.DecisionRow;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The textbook's ten rows beside ours, from a resource; our cells name figures in braces. */
final class TenRows {
  private static final String RESOURCE = "/design/decision-rows.yaml";

  private TenRows() {}

  /** The rows with these figures. */
  static List<DecisionRow> with(Map<String, String> figures) {
    List<DecisionRow> rows = new ArrayList<>();
    for (Tree tree : ((Tree.Sequence) Objects.requireNonNull(load().get("rows"))).items()) {
      Tree.Mapping row = (Tree.Mapping) tree;
      rows.add(
          new DecisionRow(
              text(row, "dimension"),
              text(row, "textbook.ib"),
              text(row, "textbook.roce"),
              text(row, "textbook.winner"),
              filled(text(row, "ours.ib"), figures),
              filled(text(row, "ours.roce"), figures),
              filled(text(row, "ours.winner"), figures),
              filled(text(row, "why"), figures)));
    }
    return rows;
  }

  private static Tree.Mapping load() {
    try (InputStream in = TenRows.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the build");
      }
      return (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Tree.Mapping row, String path) {
    if (row.find(path) instanceof Tree.Scalar scalar) {
      return scalar.text();
    }
    throw new IllegalStateException(RESOURCE + " lacks " + path);
  }

  private static String filled(String text, Map<String, String> figures) {
    String filled = text;
    for (Map.Entry<String, String> figure : figures.entrySet()) {
      filled = filled.replace("{" + figure.getKey() + "}", figure.getValue());
    }
    if (filled.contains("{")) {
      throw new IllegalStateException("no figure for " + filled);
    }
    return filled;
  }
}
