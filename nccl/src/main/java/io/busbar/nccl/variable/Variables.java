package io.busbar.nccl.variable;

import io.busbar.base.problem.Nearest;
import io.busbar.formats.csv.CsvTable;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All variables by name, in the order of the table: by family, then name. Immutable. */
public final class Variables {
  private static final String RESOURCE = "/nccl/variables.csv";

  private final Map<String, Variable> byName;

  private Variables(Map<String, Variable> byName) {
    this.byName = Collections.unmodifiableMap(byName);
  }

  /** The table that was built into the product. */
  public static Variables standard() {
    return Holder.STANDARD;
  }

  /** Read once, when first asked for. */
  private static final class Holder {
    static final Variables STANDARD = load();
  }

  private static Variables load() {
    try (InputStream in = Variables.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A table of variables.
   *
   * @throws IllegalStateException when a row is malformed or a name stands twice
   */
  static Variables parse(String csv) {
    Map<String, Variable> all = new LinkedHashMap<>();
    for (CsvTable.Row row : CsvTable.parse(RESOURCE, csv).rows()) {
      try {
        Variable variable = variable(row);
        if (all.put(variable.name(), variable) != null) {
          throw new IllegalArgumentException(variable.name() + " stands twice");
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalStateException(row.at() + ": " + e.getMessage(), e);
      }
    }
    return new Variables(all);
  }

  private static Variable variable(CsvTable.Row row) {
    return new Variable(
        row.text("name"),
        row.text("family"),
        owner(row.text("owner")),
        version(row.text("since")),
        version(row.text("until")),
        word(Status.class, row.text("status")),
        row.text("status_since"),
        list(row.text("replacement")),
        row.text("type").isEmpty() ? ValueType.TEXT : word(ValueType.class, row.text("type")),
        Allowed.of(row.text("allowed")),
        row.text("values"),
        row.text("default"),
        row.text("default_note"),
        history(row.text("history")),
        row.text("unit"),
        row.text("meaning"),
        word(Variable.Use.class, row.text("use")),
        row.text("pitfall"),
        row.text("note"),
        row.text("documented"),
        row.text("source"));
  }

  private static Owner owner(String id) {
    return Arrays.stream(Owner.values())
        .filter(owner -> owner.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no owner " + id));
  }

  private static <E extends Enum<E>> E word(Class<E> type, String text) {
    return Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static @Nullable NcclVersion version(String text) {
    return text.isEmpty()
        ? null
        : NcclVersion.find(text).orElseThrow(() -> new IllegalArgumentException("version " + text));
  }

  private static List<String> list(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\\|"));
  }

  private static List<Variable.Past> history(String text) {
    List<Variable.Past> all = new ArrayList<>();
    for (String part : text.isEmpty() ? new String[0] : text.split(";")) {
      int equals = part.indexOf('=');
      NcclVersion from = version(part.substring(0, Math.max(0, equals)));
      if (from == null) {
        throw new IllegalArgumentException("history " + text);
      }
      all.add(new Variable.Past(from, part.substring(equals + 1)));
    }
    return all;
  }

  /** The variable of this name. */
  public Optional<Variable> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All of them. */
  public Collection<Variable> all() {
    return byName.values();
  }

  /** Names of the families, in the order of the table. */
  public List<String> families() {
    return byName.values().stream().map(Variable::family).distinct().toList();
  }

  /** The variable that a misspelt name most likely meant; never one that nobody reads. */
  public Optional<Variable> nearest(String name) {
    List<String> real = new ArrayList<>();
    for (Variable v : byName.values()) {
      if (v.status() != Status.NEVER && v.owner() != Owner.BUILD) {
        real.add(v.name());
      }
    }
    return Nearest.of(name, real).map(byName::get);
  }
}
