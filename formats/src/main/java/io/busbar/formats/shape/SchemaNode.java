package io.busbar.formats.shape;

import java.util.LinkedHashMap;
import java.util.Map;

/** Nodes of a JSON Schema whose keywords keep their order, so that it prints alike in every run. */
public final class SchemaNode {
  private SchemaNode() {}

  /** A value of a JSON type with one more keyword. */
  public static Map<String, Object> of(String type, String keyword, Object value) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("type", type);
    node.put(keyword, value);
    return node;
  }

  /** A value of a JSON type with two more keywords. */
  public static Map<String, Object> of(
      String type, String keyword, Object value, String next, Object nextValue) {
    Map<String, Object> node = of(type, keyword, value);
    node.put(next, nextValue);
    return node;
  }
}
