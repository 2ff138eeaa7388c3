package io.busbar.nccl.variable;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Block.Table;
import io.busbar.base.report.Report;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Variables as answers: a list of many, and all about one. Stateless. */
public final class VariablesReport {
  public static final String LIST_SCHEMA = "busbar/nccl-vars/1";
  public static final String ONE_SCHEMA = "busbar/nccl-var/1";

  private VariablesReport() {}

  /**
   * Variables that fit a pattern.
   *
   * @param pattern as it was asked for; empty for all
   * @param ncclVersion the version that was asked for; empty for none
   */
  public record Listed(String pattern, String ncclVersion, List<Row> variables) {
    public Listed {
      variables = List.copyOf(variables);
    }
  }

  /** One variable of a list. */
  public record Row(
      String name,
      String family,
      String owner,
      String since,
      String until,
      String status,
      String type,
      String fallback,
      String meaning) {}

  /**
   * All about one variable.
   *
   * @param presence whether the version that was asked for reads it; empty when none was
   */
  public record One(
      String name,
      String family,
      String owner,
      String since,
      String until,
      String status,
      List<String> replacements,
      String type,
      String values,
      String unit,
      String fallback,
      List<String> fallbackHistory,
      String ncclVersion,
      String presence,
      String use,
      String meaning,
      String pitfall,
      String note,
      String documented,
      String source) {
    public One {
      replacements = List.copyOf(replacements);
      fallbackHistory = List.copyOf(fallbackHistory);
    }
  }

  /**
   * A list.
   *
   * @param pattern part of a name, a family or an owner; {@code *} stands for any letters; empty
   *     for all
   * @param version null for all versions; otherwise only what it reads
   */
  public static Report list(Variables variables, String pattern, @Nullable NcclVersion version) {
    List<Row> rows = new ArrayList<>();
    for (Variable v : variables.all()) {
      boolean read =
          version == null
              ? v.owner() != Owner.BUILD
              : v.presence(version) == Presence.PRESENT && v.owner() != Owner.BUILD;
      if (read && fits(v, pattern)) {
        rows.add(row(v, version));
      }
    }
    String shown = version == null ? "" : version.toString();
    String title = "NCCL variables" + (shown.isEmpty() ? "" : " of " + shown);
    Table table =
        new Table(
            title,
            List.of(
                Column.text("name"),
                Column.text("read by"),
                Column.text("versions"),
                Column.text("default"),
                Column.text("meaning")),
            rows.stream()
                .map(r -> List.of(r.name(), r.owner(), versions(r), r.fallback(), r.meaning()))
                .toList(),
            rows.size() + " variables; 'busbar nccl var NAME' explains one");
    Listed answer = new Listed(pattern, shown, rows);
    return new Report(LIST_SCHEMA, title, answer, List.of(table));
  }

  private static boolean fits(Variable v, String pattern) {
    String wanted = pattern.toUpperCase(Locale.ROOT);
    if (wanted.indexOf('*') < 0) {
      return v.name().contains(wanted)
          || v.family().toUpperCase(Locale.ROOT).equals(wanted)
          || v.owner().id().toUpperCase(Locale.ROOT).equals(wanted);
    }
    int from = 0;
    String[] parts = wanted.split("\\*", -1);
    for (int i = 0; i < parts.length; i++) {
      int at = i == 0 ? (v.name().startsWith(parts[0]) ? 0 : -1) : v.name().indexOf(parts[i], from);
      if (at < 0) {
        return false;
      }
      from = at + parts[i].length();
    }
    return parts[parts.length - 1].isEmpty() || v.name().endsWith(parts[parts.length - 1]);
  }

  private static Row row(Variable v, @Nullable NcclVersion version) {
    return new Row(
        v.name(),
        v.family(),
        v.owner().title(),
        text(v.since()),
        text(v.until()),
        word(v.status()),
        word(v.type()),
        fallback(v, version),
        v.meaning());
  }

  private static String versions(Row row) {
    if (row.status().equals("never")) {
      return "none";
    }
    String range = row.until().isEmpty() ? "" : "to " + row.until();
    return row.since().isEmpty()
        ? range
        : "from " + row.since() + (range.isEmpty() ? "" : " " + range);
  }

  private static String fallback(Variable v, @Nullable NcclVersion version) {
    String value = v.fallback();
    if (version != null) {
      value = v.fallbackIn(version).orElse(v.fallbackChanged() ? "automatic" : value);
    }
    return value.isEmpty() ? v.fallbackNote() : value;
  }

  /**
   * All about one variable.
   *
   * @param version null when no version was named
   */
  public static Report one(Variable v, @Nullable NcclVersion version) {
    One one =
        new One(
            v.name(),
            v.family(),
            v.owner().title(),
            text(v.since()),
            text(v.until()),
            word(v.status()),
            v.replacements(),
            word(v.type()),
            values(v),
            v.unit(),
            fallback(v, version),
            v.history().stream().map(VariablesReport::past).toList(),
            text(version),
            version == null ? "" : word(v.presence(version)),
            word(v.use()),
            v.meaning(),
            v.pitfall(),
            v.note(),
            v.documented(),
            v.source());
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Figures(v.name(), figures(one)));
    blocks.add(new Note("Meaning", v.meaning()));
    if (!v.pitfall().isEmpty()) {
      blocks.add(new Note("What goes wrong", v.pitfall()));
    }
    if (!v.note().isEmpty()) {
      blocks.add(new Note("Note", v.note()));
    }
    blocks.add(new Note("Source", v.source()));
    return new Report(ONE_SCHEMA, v.name(), one, blocks);
  }

  private static List<Figure> figures(One one) {
    List<Figure> rows = new ArrayList<>();
    row(rows, "read by", one.owner());
    row(rows, "from version", one.since());
    row(rows, "to version", one.until());
    row(rows, "status", one.status());
    row(rows, "instead", String.join(" or ", one.replacements()));
    row(rows, "in " + one.ncclVersion(), one.presence().replace('_', ' '));
    row(rows, "type", one.type() + (one.unit().isEmpty() ? "" : ", " + one.unit()));
    row(rows, "values", one.values());
    row(rows, "default", one.fallback());
    row(rows, "default by version", String.join(", ", one.fallbackHistory()));
    row(rows, "when to set it", one.use().replace('_', ' '));
    row(rows, "documented", one.documented());
    return rows;
  }

  private static void row(List<Figure> rows, String label, String value) {
    if (!value.isEmpty()) {
      rows.add(new Figure(label, value, ""));
    }
  }

  private static String past(Variable.Past past) {
    return past.from() + ": " + (past.value().equals("?") ? "automatic" : past.value());
  }

  private static String values(Variable v) {
    return v.values().isEmpty() ? v.allowed().shown() : v.values();
  }

  private static String text(@Nullable NcclVersion version) {
    return version == null ? "" : version.toString();
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
