package io.busbar.app.command.serve;

import io.busbar.app.serve.Call;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Curve;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Answers of the workbench beside each other: figures stand side by side and curves lie over each
 * other. Plans have a comparison of their own. Stateless.
 */
public final class Comparisons {
  private static final String SCHEMA = "busbar/comparison/1";
  private static final String NONE = "–";

  /** What was compared. */
  record Compared(List<String> names) {}

  private Comparisons() {}

  static Report of(List<Call> calls, List<String> names, List<Report> reports) {
    List<List<String>> asked = asked(calls);
    List<Block> blocks = new ArrayList<>();
    blocks.addAll(curves(names, reports));
    if (!asked.isEmpty()) {
      blocks.add(new Block.Table("What differs in the question", columns("", names), asked, ""));
    }
    blocks.addAll(figures(names, reports));
    if (blocks.isEmpty()) {
      blocks.add(new Block.Note("", "These answers have no figures or curves in common."));
    }
    String title = "Comparison of " + String.join(", ", names);
    return new Report(SCHEMA, title, new Compared(names), blocks);
  }

  /** Fields whose values differ, with the value of each call. */
  private static List<List<String>> asked(List<Call> calls) {
    Set<String> fields = new LinkedHashSet<>();
    calls.forEach(call -> fields.addAll(call.values().keySet()));
    List<List<String>> rows = new ArrayList<>();
    for (String field : fields) {
      List<String> values =
          calls.stream()
              .map(call -> String.join(" ", call.values().getOrDefault(field, List.of("default"))))
              .toList();
      if (values.stream().distinct().count() > 1) {
        List<String> row =
            new ArrayList<>(List.of(field.replaceFirst("^-+", "").replace('-', ' ')));
        row.addAll(values);
        rows.add(row);
      }
    }
    if (calls.stream().map(Call::view).distinct().count() > 1) {
      List<String> row = new ArrayList<>(List.of("view"));
      calls.forEach(call -> row.add(call.view()));
      rows.addFirst(row);
    }
    return rows;
  }

  /** Curves of the same picture, each report's over the others'. */
  private static List<Block> curves(List<String> names, List<Report> reports) {
    Map<String, List<Curve>> byPicture = new LinkedHashMap<>();
    Map<String, Block.Series> first = new LinkedHashMap<>();
    for (int i = 0; i < reports.size(); i++) {
      for (Block block : reports.get(i).blocks()) {
        if (block instanceof Block.Series series) {
          String key = series.title() + series.xLabel() + series.yLabel();
          first.putIfAbsent(key, series);
          List<Curve> all = byPicture.computeIfAbsent(key, k -> new ArrayList<>());
          String name = names.get(i);
          series.curves().forEach(c -> all.add(new Curve(name + ": " + c.label(), c.x(), c.y())));
        }
      }
    }
    List<Block> blocks = new ArrayList<>();
    byPicture.forEach((key, all) -> {
      Block.Series s = first.get(key);
      if (s != null && all.size() > s.curves().size()) {
        blocks.add(
            new Block.Series(s.title(), s.xLabel(), s.yLabel(), s.xLogarithmic(), all, true));
      }
    });
    return blocks;
  }

  private static List<Block> figures(List<String> names, List<Report> reports) {
    Map<String, Map<String, String[]>> byTitle = new LinkedHashMap<>();
    for (int i = 0; i < reports.size(); i++) {
      for (Block block : reports.get(i).blocks()) {
        if (block instanceof Block.Figures figures) {
          Map<String, String[]> rows =
              byTitle.computeIfAbsent(figures.title(), title -> new LinkedHashMap<>());
          for (Figure figure : figures.rows()) {
            rows.computeIfAbsent(figure.label(), label -> new String[names.size()])[i] =
                figure.value();
          }
        }
      }
    }
    List<Block> blocks = new ArrayList<>();
    byTitle.forEach((title, rows) -> {
      List<List<String>> cells = new ArrayList<>();
      rows.forEach((label, values) -> {
        List<String> row = new ArrayList<>(List.of(label));
        for (String value : values) {
          row.add(value == null ? NONE : value);
        }
        cells.add(row);
      });
      blocks.add(new Block.Table(title, columns("", names), cells, ""));
    });
    return blocks;
  }

  private static List<Column> columns(String first, List<String> names) {
    List<Column> columns = new ArrayList<>(List.of(Column.text(first)));
    names.forEach(name -> columns.add(Column.number(name)));
    return columns;
  }
}
