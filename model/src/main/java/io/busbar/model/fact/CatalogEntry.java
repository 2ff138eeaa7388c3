package io.busbar.model.fact;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Key;
import io.busbar.formats.tree.Tree;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing of the catalogue with all its figures and where they come from.
 *
 * @param kind which shelf it stands on
 * @param name canonical name, also its file's name
 * @param aliases other names that users write
 * @param title full name for people
 * @param facts its figures by key, in written order
 * @param notes what a reader of the figures should know
 */
public record CatalogEntry(
    Kind kind,
    String name,
    List<String> aliases,
    String title,
    Map<String, Fact> facts,
    List<String> notes) {

  public CatalogEntry {
    aliases = List.copyOf(aliases);
    notes = List.copyOf(notes);
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  /** The figure of this key, or null when the catalogue has none. */
  public @Nullable Fact fact(String key) {
    return facts.get(key);
  }

  /**
   * The figure's value in base units (bytes, bytes per second, seconds, watts), or null when the
   * catalogue has none.
   */
  public <T> @Nullable T value(Key<T> key) {
    Fact fact = facts.get(key.name());
    if (fact == null) {
      return null;
    }
    Problems problems = new Problems();
    Position at = Position.of("catalog/" + kind.folder() + "/" + name + ".yaml");
    T value = key.type().read(new Tree.Scalar(at, fact.text(), false), key.name(), problems);
    if (value == null) {
      throw new IllegalStateException(problems.list().toString());
    }
    return value;
  }

  /** The figure's value, else {@code fallback}. */
  public <T> T value(Key<T> key, T fallback) {
    T value = value(key);
    return value == null ? fallback : value;
  }

  /** How well the figure is known; assumed when the catalogue has none. */
  public Quality quality(Key<?> key) {
    Fact fact = facts.get(key.name());
    return fact == null ? Quality.ASSUMED : fact.quality();
  }

  /** The same thing with one figure set. */
  public CatalogEntry with(Fact fact) {
    Map<String, Fact> changed = new LinkedHashMap<>(facts);
    changed.put(fact.key(), fact);
    return new CatalogEntry(kind, name, aliases, title, changed, notes);
  }
}
