package io.busbar.model.catalog;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.shape.UnknownKey;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import io.busbar.model.fact.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns the files of the catalogue into entries. A malformed file is a fault of the product and
 * ends in an IllegalStateException that names it. Stateless.
 */
final class CatalogReader {
  private static final Key<String> NAME = Key.required("name", Type.text(), "canonical name");
  private static final Key<String> TITLE = Key.required("title", Type.text(), "full name");
  private static final Key<List<String>> ALIASES =
      Key.optional("aliases", Type.list(Type.text(), 64), "other names").or(List.of());
  private static final Key<Tree> FACTS = Key.required("facts", Type.any(Map.of()), "its figures");
  private static final Key<List<String>> NOTES =
      Key.optional("notes", Type.list(Type.text(), 32), "what to know").or(List.of());
  private static final Shape ENTRY =
      Shape.of("a thing of the catalogue", NAME, TITLE, ALIASES, FACTS, NOTES);

  private static final Key<String> VALUE = Key.required("value", Type.text(), "with its unit");
  private static final Key<String> PRINTED =
      Key.optional("printed", Type.text(), "how the vendor prints it").or("");
  private static final Key<Quality> QUALITY =
      Key.optional("quality", Type.oneOf(Quality.class), "how well it is known")
          .or(Quality.SOURCED);
  private static final Key<List<String>> SOURCE =
      Key.optional("source", Type.list(Type.text(), 8), "ids of sources").or(List.of());
  private static final Key<String> NOTE = Key.optional("note", Type.text(), "what to know").or("");
  private static final Shape FACT = Shape.of("a figure", VALUE, PRINTED, QUALITY, SOURCE, NOTE);

  private static final Key<String> ADDRESS =
      Key.optional("address", Type.text(), "where it is found").or("");
  private static final Shape SOURCES = Shape.of("a source", TITLE, ADDRESS, NOTE);

  private static final Position EMPTY = Position.of("catalog/model");

  private CatalogReader() {}

  /** The file as a tree. */
  static Tree.Mapping document(String path, byte[] bytes) {
    try {
      if (TreeReader.parse(path, bytes) instanceof Tree.Mapping mapping) {
        return mapping;
      }
    } catch (InputException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    throw new IllegalStateException(path + " is no mapping");
  }

  static CatalogEntry entry(
      Kind kind, Tree.Mapping document, Supplier<Map<String, Source>> sources) {
    Problems problems = new Problems();
    Fields fields = ENTRY.read(document, problems);
    throwIfAny(problems);
    Map<String, Key<?>> known = CatalogKeys.of(kind);
    Map<String, Fact> facts = new LinkedHashMap<>();
    if (fields.get(FACTS) instanceof Tree.Mapping mapping) {
      mapping
          .entries()
          .forEach((name, at) -> {
            Fact fact = fact(name, at.value(), known, sources, problems);
            if (fact != null) {
              facts.put(name, fact);
            }
          });
    } else {
      problems.add(fields.at(FACTS), FACTS.name(), "", "a mapping", "");
    }
    throwIfAny(problems);
    return new CatalogEntry(
        kind, fields.get(NAME), fields.get(ALIASES), fields.get(TITLE), facts, fields.get(NOTES));
  }

  private static @Nullable Fact fact(
      String name,
      Tree tree,
      Map<String, Key<?>> known,
      Supplier<Map<String, Source>> sources,
      Problems problems) {
    Fields fields = FACT.read(tree, name, problems);
    Key<?> key = known.get(name);
    if (key == null) {
      UnknownKey.add(problems, tree.at(), name, name, "a known figure", known.keySet());
      return null;
    }
    if (!fields.has(VALUE)) {
      return null;
    }
    String text = fields.get(VALUE);
    key.type().read(new Tree.Scalar(fields.at(VALUE), text, false), name, problems);
    List<String> ids = fields.get(SOURCE);
    Quality quality = fields.get(QUALITY);
    if (quality == Quality.SOURCED && ids.isEmpty()) {
      problems.add(tree.at(), name, text, "a source or a mark of quality", "");
    }
    List<String> lines = ids.isEmpty() ? List.of() : new SourceLines(ids, sources);
    return new Fact(name, text, fields.get(PRINTED), quality, lines, fields.get(NOTE));
  }

  /**
   * A model: its configuration belongs to whoever builds models; here each of its scalars is a
   * figure to show, with the source and quality of the file.
   */
  static CatalogEntry model(String name, Tree.Mapping document) {
    Map<String, Fact> facts = new LinkedHashMap<>();
    if (document.get("published_parameters") instanceof Tree.Mapping published) {
      String count = published.text("count");
      if (count != null) {
        facts.put("published_parameters", modelFact("published_parameters", count, published));
      }
    }
    Tree origin = document.get("config_source");
    if (document.get("config") instanceof Tree.Mapping config) {
      for (String key : config.entries().keySet()) {
        String text = config.text(key);
        if (text != null) {
          facts.put(key, modelFact(key, text, origin));
        }
      }
    }
    String title = document.text(TITLE.name());
    String note = document.text(NOTE.name());
    return new CatalogEntry(
        Kind.MODEL,
        name,
        aliases(document),
        title == null ? name : title,
        facts,
        note == null ? List.of() : List.of(note));
  }

  private static Fact modelFact(String key, String text, @Nullable Tree origin) {
    Tree.Mapping from =
        origin instanceof Tree.Mapping mapping ? mapping : new Tree.Mapping(EMPTY, Map.of());
    String source = from.text("source");
    Quality quality =
        switch (from.text("quality")) {
          case "recalled" -> Quality.RECALLED;
          case "computed" -> Quality.COMPUTED;
          case null -> Quality.ASSUMED;
          default -> Quality.SOURCED;
        };
    return new Fact(key, text, "", quality, source == null ? List.of() : List.of(source), "");
  }

  /** The aliases of any file of the catalogue. */
  static List<String> aliases(Tree.Mapping document) {
    List<String> aliases = new ArrayList<>();
    if (document.get(ALIASES.name()) instanceof Tree.Sequence list) {
      for (Tree item : list.items()) {
        if (item instanceof Tree.Scalar scalar) {
          aliases.add(scalar.text());
        }
      }
    }
    return aliases;
  }

  static Map<String, Source> sources(Tree.Mapping document) {
    Problems problems = new Problems();
    Map<String, Source> sources = new LinkedHashMap<>();
    document
        .entries()
        .forEach((id, at) -> {
          Fields fields = SOURCES.read(at.value(), id, problems);
          if (fields.has(TITLE)) {
            sources.put(
                id, new Source(id, fields.get(TITLE), fields.get(ADDRESS), fields.get(NOTE)));
          }
        });
    throwIfAny(problems);
    return sources;
  }

  private static void throwIfAny(Problems problems) {
    if (problems.any()) {
      throw new IllegalStateException(problems.list().toString());
    }
  }
}
