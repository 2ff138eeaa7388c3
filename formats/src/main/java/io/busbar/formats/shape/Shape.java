package io.busbar.formats.shape;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys that a mapping may have. Reading reports unknown, missing and wrong keys all together,
 * each with its place. Immutable.
 */
public final class Shape {
  private final String doc;
  private final Map<String, Key<?>> keys = new LinkedHashMap<>();

  private Shape(String doc, Key<?>... keys) {
    this.doc = doc;
    for (Key<?> key : keys) {
      this.keys.put(key.name(), key);
    }
  }

  /**
   * A shape of these keys.
   *
   * @param doc one line on what the mapping describes
   */
  public static Shape of(String doc, Key<?>... keys) {
    return new Shape(doc, keys);
  }

  /** Reads the top of a document. */
  public Fields read(Tree tree, Problems problems) {
    return read(tree, "", problems);
  }

  /**
   * Reads a mapping; what could not be read is absent from the result and in {@code problems}.
   *
   * @param path dotted path of the mapping, for messages
   */
  public Fields read(Tree tree, String path, Problems problems) {
    Map<String, Object> values = new HashMap<>();
    Map<String, Position> positions = new HashMap<>();
    if (!(tree instanceof Tree.Mapping mapping)) {
      problems.add(
          tree.at(), path, tree.shown(), "a mapping with " + String.join(", ", keys.keySet()), "");
      return new Fields(tree.at(), values, positions);
    }
    mapping
        .entries()
        .forEach((name, entry) -> readEntry(name, entry, path, values, positions, problems));
    for (Key<?> key : keys.values()) {
      if (key.required() && !positions.containsKey(key.name())) {
        String example = key.example().isEmpty() ? "" : "e.g. " + key.name() + ": " + key.example();
        String expected = "this key: " + key.doc().replaceAll("\\.$", "");
        problems.add(mapping.at(), join(path, key.name()), "", expected, example);
      }
    }
    return new Fields(mapping.at(), values, positions);
  }

  /**
   * The fields of a mapping that was left out: fallbacks only.
   *
   * @param at what messages about its keys point to
   */
  public Fields absent(Position at) {
    return new Fields(at, Map.of(), Map.of());
  }

  private void readEntry(
      String name,
      Tree.Entry entry,
      String path,
      Map<String, Object> values,
      Map<String, Position> positions,
      Problems problems) {
    Key<?> key = keys.get(name);
    if (key == null) {
      UnknownKey.add(problems, entry.keyAt(), join(path, name), name, keys.keySet());
      return;
    }
    if (entry.value() instanceof Tree.Scalar s && s.isNull() && !key.required()) {
      return;
    }
    positions.put(name, entry.value().at());
    Object value = key.type().read(entry.value(), join(path, name), problems);
    if (value != null) {
      values.put(name, value);
    }
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  public String doc() {
    return doc;
  }

  /** The keys in the order in which they are documented. */
  public List<Key<?>> keys() {
    return new ArrayList<>(keys.values());
  }

  /**
   * The JSON Schema (2020-12) of a document of this shape.
   *
   * @param id its name, e.g. {@code busbar/plan-file/1}
   */
  public Map<String, Object> document(String id, String title) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    document.put("$id", id);
    document.put("title", title);
    document.putAll(schema());
    return document;
  }

  /** The JSON Schema of the mapping, as a tree of maps, lists and scalars. */
  public Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (Key<?> key : keys.values()) {
      Map<String, Object> property = new LinkedHashMap<>(key.type().schema());
      property.put("description", key.doc());
      properties.put(key.name(), property);
      if (key.required()) {
        required.add(key.name());
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("description", doc);
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    schema.put("additionalProperties", false);
    return schema;
  }
}
