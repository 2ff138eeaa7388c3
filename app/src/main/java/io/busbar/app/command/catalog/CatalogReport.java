package io.busbar.app.command.catalog;

import io.busbar.base.explain.Quality;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Shelves and entries of the catalogue as reports. Stateless. */
public final class CatalogReport {
  static final String SCHEMA = "busbar/catalog/1";
  static final String SHELVES_SCHEMA = "busbar/catalog-shelves/1";

  private static final Pattern NUMBER = Pattern.compile("\\$?\\d");
  private static final Pattern UNIT =
      Pattern.compile("(?<![\\w.-])([0-9.]+)([A-Za-z]+(?:/s)?)(?![\\w-])");
  private static final Pattern MANY_DIGITS = Pattern.compile("(?<![\\w.])\\d{5,18}(?![\\w.])");

  private CatalogReport() {}

  /** The answer about entries. */
  record Entries(List<Entry> entries) {}

  /** One entry. */
  record Entry(
      Kind shelf,
      String name,
      List<String> aliases,
      String title,
      List<Figure> figures,
      List<String> notes) {}

  /** A figure as the catalogue writes it, its unit within. */
  record Figure(
      String key,
      String value,
      String printed,
      Quality quality,
      List<String> sources,
      String note) {}

  /** The answer about shelves. */
  record Shelves(List<Shelf> shelves) {}

  /** What stands on a shelf. */
  record Shelf(String shelf, List<String> names) {}

  /** What shelves there are. */
  static Report shelves(Catalog catalog) {
    List<Shelf> shelves = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      List<String> names = catalog.names(kind);
      shelves.add(new Shelf(kind.plural(), names));
      rows.add(List.of(kind.plural(), String.valueOf(names.size()), some(names)));
    }
    List<Block.Column> columns =
        List.of(
            Block.Column.text("shelf"),
            Block.Column.number("entries"),
            Block.Column.text("such as"));
    String note = "'busbar catalog SHELF' lists a shelf, 'busbar catalog SHELF NAME' one entry.";
    return new Report(
        SHELVES_SCHEMA,
        "Catalogue",
        new Shelves(shelves),
        List.of(new Block.Table("", columns, rows, note)));
  }

  private static String some(List<String> names) {
    int shown = Math.min(5, names.size());
    return String.join(", ", names.subList(0, shown)) + (shown < names.size() ? ", …" : "");
  }

  /** A shelf with the key figures of its entries. */
  static Report shelf(Kind kind, List<CatalogEntry> entries) {
    List<KeyFigure> figures = keyFigures(kind);
    List<Block.Column> columns = new ArrayList<>();
    columns.add(Block.Column.text("name"));
    columns.add(Block.Column.text("title"));
    for (KeyFigure figure : figures) {
      columns.add(new Block.Column(figure.header(), entries.stream().allMatch(figure::isNumber)));
    }
    List<List<String>> rows = new ArrayList<>();
    for (CatalogEntry entry : entries) {
      List<String> row = new ArrayList<>(List.of(entry.name(), entry.title()));
      figures.forEach(figure -> row.add(figure.cell(entry)));
      rows.add(row);
    }
    String note =
        "Bandwidths are per direction. ≈ marks figures that are recalled, estimated or assumed."
            + " 'busbar catalog "
            + kind.folder()
            + " NAME' prints all figures with their sources.";
    return new Report(
        SCHEMA,
        "Catalogue: " + kind.plural(),
        new Entries(entries.stream().map(CatalogReport::answer).toList()),
        List.of(new Block.Table("", columns, rows, note)));
  }

  /** The figures that tell the entries of a shelf apart; 'catalog SHELF NAME' prints all. */
  private static List<KeyFigure> keyFigures(Kind kind) {
    return switch (kind) {
      case GPU -> KeyFigure.list("memory", "memory_rate", "bf16_rate", "scale_up_rate");
      case NODE -> KeyFigure.list("gpu", "gpus", "nics", "nic_rate", "network");
      case NIC -> KeyFigure.list("vendor", "port_rate", "max_ports", "networks");
      case SWITCH -> KeyFigure.list("network", "ports", "capacity", "latency");
      case OPTIC -> KeyFigure.list("rate", "medium", "reach", "power");
      case PRICE ->
          List.of(
              new KeyFigure("figure", List.of("price", "share", "factor", "power", "energy")),
              new KeyFigure("date", List.of("date")));
      case MODEL -> KeyFigure.list("published_parameters", "model_type");
    };
  }

  /** A column of a shelf: those of some figures that an entry has. */
  private record KeyFigure(String header, List<String> keys) {
    static List<KeyFigure> list(String... keys) {
      return Stream.of(keys).map(k -> new KeyFigure(k.replace('_', ' '), List.of(k))).toList();
    }

    String cell(CatalogEntry entry) {
      return String.join(", ", facts(entry).stream().map(CatalogReport::marked).toList());
    }

    boolean isNumber(CatalogEntry entry) {
      return facts(entry).stream().allMatch(fact -> NUMBER.matcher(fact.text()).lookingAt());
    }

    private List<Fact> facts(CatalogEntry entry) {
      List<Fact> facts = new ArrayList<>();
      for (String key : keys) {
        Fact fact = entry.fact(key);
        if (fact != null) {
          facts.add(fact);
        }
      }
      return facts;
    }
  }

  private static String marked(Fact fact) {
    return (fact.quality().mark().isEmpty() ? "" : "≈ ") + shown(fact.text());
  }

  /**
   * {@code 3350GB/s to 1TB/s} as {@code 3350 GB/s to 1 TB/s}, {@code $50000} as {@code $50,000}.
   */
  static String shown(String text) {
    String spaced = UNIT.matcher(text).replaceAll("$1 $2");
    return MANY_DIGITS
        .matcher(spaced)
        .replaceAll(digits -> String.format(Locale.ROOT, "%,d", Long.parseLong(digits.group())));
  }

  /** One entry with all its figures. */
  static Report entry(CatalogEntry entry) {
    Set<String> sources = new LinkedHashSet<>();
    entry.facts().values().forEach(fact -> sources.addAll(fact.sources()));
    List<String> numbered = List.copyOf(sources);
    List<Block> blocks = new ArrayList<>();
    if (!entry.aliases().isEmpty()) {
      blocks.add(new Block.Note("", "Also called " + String.join(", ", entry.aliases()) + "."));
    }
    blocks.add(figures(entry, numbered));
    if (!entry.notes().isEmpty()) {
      blocks.add(new Block.Note("Notes", String.join("\n", entry.notes())));
    }
    if (!numbered.isEmpty()) {
      blocks.add(sources(numbered));
    }
    return new Report(
        SCHEMA,
        entry.title() + " (" + entry.kind().folder() + " " + entry.name() + ")",
        new Entries(List.of(answer(entry))),
        blocks);
  }

  private static Block figures(CatalogEntry entry, List<String> sources) {
    List<List<String>> rows = new ArrayList<>();
    for (Fact fact : entry.facts().values()) {
      rows.add(
          List.of(
              fact.key().replace('_', ' '),
              shown(fact.text()),
              fact.quality().mark(),
              references(fact, sources),
              note(fact)));
    }
    List<Block.Column> columns =
        Stream.of("figure", "value", "quality", "source", "note").map(Block.Column::text).toList();
    String note = entry.kind() == Kind.MODEL ? "" : "Bandwidths are per direction.";
    return new Block.Table("Figures", columns, rows, note);
  }

  private static String references(Fact fact, List<String> numbered) {
    return String.join(
        " ", fact.sources().stream().map(s -> "[" + (numbered.indexOf(s) + 1) + "]").toList());
  }

  private static String note(Fact fact) {
    String printed = fact.printed().isEmpty() ? "" : "printed as " + fact.printed();
    return printed + (printed.isEmpty() || fact.note().isEmpty() ? "" : "; ") + fact.note();
  }

  private static Block sources(List<String> numbered) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < numbered.size(); i++) {
      rows.add(List.of("[" + (i + 1) + "]", numbered.get(i)));
    }
    List<Block.Column> columns = List.of(Block.Column.number(""), Block.Column.text(""));
    return new Block.Table("Sources", columns, rows, "");
  }

  private static Entry answer(CatalogEntry entry) {
    List<Figure> figures = new ArrayList<>();
    for (Fact fact : entry.facts().values()) {
      figures.add(
          new Figure(
              fact.key(),
              fact.text(),
              fact.printed(),
              fact.quality(),
              fact.sources(),
              fact.note()));
    }
    return new Entry(
        entry.kind(), entry.name(), entry.aliases(), entry.title(), figures, entry.notes());
  }
}
