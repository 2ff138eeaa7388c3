package io.busbar.nccl.version;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Figures of NCCL that change with its release, from a resource: each table has a history of
 * entries, each with the release from which it holds and its source. Immutable and thread-safe.
 */
public final class VersionedTables {
  private static final int MAX_ENTRIES = 100;
  private static final Type<List<Double>> NUMBERS = Type.list(Type.number(0, 1e9), MAX_ENTRIES);
  private static final Key<String> SINCE =
      Key.required("since", Type.text(), "Release from which it holds.");
  private static final Key<String> SOURCE =
      Key.required("source", Type.text(), "Where it was read.");
  private static final Key<Quality> QUALITY =
      Key.optional("quality", Type.oneOf(Quality.class), "How well it is known.")
          .or(Quality.SOURCED);
  private static final Key<Tree> ROWS =
      Key.optional("rows", Type.any(Map.of()), "Named rows of numbers.");
  private static final Key<Double> VALUE =
      Key.optional("value", Type.number(0, 1e9), "One number.");
  private static final Key<String> CHOICE =
      Key.optional("choice", Type.text(), "Name of a formula.");
  private static final Shape ENTRY =
      Shape.of("What holds from a release on.", SINCE, SOURCE, QUALITY, ROWS, VALUE, CHOICE);

  private static final Key<String> MEANING = Key.required("meaning", Type.text(), "What it is.");
  private static final Key<List<Fields>> HISTORY =
      Key.required("history", Type.list(Type.object(ENTRY), MAX_ENTRIES), "Oldest first.");
  private static final Shape TABLE = Shape.of("A table.", MEANING, HISTORY);

  /**
   * What holds from a release on.
   *
   * @param value one number, or null
   * @param choice the name of a formula, or empty
   */
  public record Entry(
      NcclVersion since,
      String source,
      Quality quality,
      Map<String, List<Double>> rows,
      @Nullable Double value,
      String choice) {
    public Entry {
      rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
    }
  }

  private final String resource;
  private final Map<String, TreeMap<NcclVersion, Entry>> tables;

  private VersionedTables(String resource, Map<String, TreeMap<NcclVersion, Entry>> tables) {
    this.resource = resource;
    this.tables = tables;
  }

  /**
   * Reads a resource of the product.
   *
   * @throws IllegalStateException when it is missing or malformed
   */
  public static VersionedTables load(String resource) {
    try (InputStream in = VersionedTables.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + resource);
      }
      Tree.Mapping root = (Tree.Mapping) TreeReader.parse(resource, in.readAllBytes());
      Problems problems = new Problems();
      Map<String, TreeMap<NcclVersion, Entry>> tables = new LinkedHashMap<>();
      root.entries()
          .forEach((name, entry) -> tables.put(name, history(name, entry.value(), problems)));
      if (problems.any()) {
        throw new IllegalStateException(problems.list().toString());
      }
      return new VersionedTables(resource, tables);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TreeMap<NcclVersion, Entry> history(String name, Tree tree, Problems problems) {
    TreeMap<NcclVersion, Entry> entries = new TreeMap<>();
    @Nullable List<Fields> history = TABLE.read(tree, name, problems).find(HISTORY);
    for (Fields f : history == null ? List.<Fields>of() : history) {
      if (f.has(SINCE) && f.has(SOURCE)) {
        NcclVersion since =
            NcclVersion.find(f.get(SINCE))
                .orElseThrow(() -> new IllegalStateException(name + ": " + f.get(SINCE)));
        @Nullable String choice = f.find(CHOICE);
        Entry entry =
            new Entry(
                since,
                f.get(SOURCE),
                f.get(QUALITY),
                rows(f.find(ROWS), name, problems),
                f.find(VALUE),
                choice == null ? "" : choice);
        entries.put(since, entry);
      }
    }
    return entries;
  }

  private static Map<String, List<Double>> rows(
      @Nullable Tree tree, String name, Problems problems) {
    Map<String, List<Double>> rows = new LinkedHashMap<>();
    if (tree instanceof Tree.Mapping mapping) {
      mapping
          .entries()
          .forEach((key, entry) -> {
            List<Double> row = NUMBERS.read(entry.value(), name + "." + key, problems);
            if (row != null) {
              rows.put(key, row);
            }
          });
    }
    return rows;
  }

  /** The tables' names. */
  public Set<String> names() {
    return Collections.unmodifiableSet(tables.keySet());
  }

  /** All entries of a table, oldest first. */
  public List<Entry> history(String table) {
    return new ArrayList<>(of(table).values());
  }

  /** What holds for a release: the newest entry that is not newer, else the oldest. */
  public Entry at(NcclVersion version, String table) {
    TreeMap<NcclVersion, Entry> entries = of(table);
    Map.@Nullable Entry<NcclVersion, Entry> found = entries.floorEntry(version);
    return found == null ? entries.firstEntry().getValue() : found.getValue();
  }

  /** A row of a table for a release; empty when it is left out. */
  public double[] row(NcclVersion version, String table, String row) {
    return at(version, table).rows().getOrDefault(row, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** The one number of a table for a release. */
  public double value(NcclVersion version, String table) {
    @Nullable Double value = at(version, table).value();
    if (value == null) {
      throw new IllegalStateException(resource + ": " + table + " has no value");
    }
    return value;
  }

  /** The formula that a table names for a release. */
  public String choice(NcclVersion version, String table) {
    return at(version, table).choice();
  }

  private TreeMap<NcclVersion, Entry> of(String table) {
    TreeMap<NcclVersion, Entry> entries = tables.get(table);
    if (entries == null) {
      throw new IllegalStateException(resource + " has no table " + table);
    }
    return entries;
  }
}
