package io.busbar.plan.space;

import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The JSON Schema of a search file: that of a plan file, in which every value that is an option of
 * the command line may be a list, with a fabric and what is looked for. Stateless.
 */
final class SearchSchema {
  private static final String PROPERTIES = "properties";
  private static final String TYPE = "type";

  private SearchSchema() {}

  static Map<String, Object> make() {
    Map<String, Object> schema = copy(PlanFile.schema());
    schema.put("$id", SearchShape.ID);
    schema.put("title", "Busbar search file");
    schema.put("description", "What to choose among: a plan file in which values may be lists.");
    schema.remove("required"); // options of the command line may bring them
    properties(schema).computeIfPresent("recompute", (key, one) -> orLeast((Map<?, ?>) one));
    for (PlanOption option : PlanOption.all()) {
      listed(schema, option.path());
    }
    Map<String, Object> properties = properties(schema);
    properties.put("schema", Map.of("const", SearchShape.ID));
    Map<String, Object> fabric = new LinkedHashMap<>();
    fabric.put(TYPE, List.of("string", "object"));
    properties.put(
        "fabric",
        either(
            fabric,
            "Networks to try: usual, a kind, an oversubscription such as 2:1, both as roce+2:1, or"
                + " the keys of a cluster file's network."));
    properties.put("search", SearchShape.SHAPE.schema());
    return schema;
  }

  /** The words of a plan, and the one for what a plan chooses when nothing is said. */
  private static Map<String, Object> orLeast(Map<?, ?> recompute) {
    Map<String, Object> own = copy(recompute);
    own.computeIfPresent(
        "enum",
        (key, words) ->
            Stream.concat(Stream.of(RecomputeChoice.LEAST), ((List<?>) words).stream()).toList());
    return own;
  }

  /** Lets the value at a dotted path be a list of such values. */
  private static void listed(Map<String, Object> schema, String path) {
    int dot = path.indexOf('.');
    String head = dot < 0 ? path : path.substring(0, dot);
    Map<String, Object> properties = properties(schema);
    if (!(properties.get(head) instanceof Map<?, ?> value)) {
      return;
    }
    Map<String, Object> own = copy(value);
    if (dot < 0) {
      String doc = String.valueOf(own.getOrDefault("description", ""));
      properties.put(head, either(own, doc));
    } else if (own.containsKey(PROPERTIES)) {
      listed(own, path.substring(dot + 1));
      properties.put(head, own);
    }
  }

  private static Map<String, Object> either(Map<String, Object> one, String doc) {
    Map<String, Object> list = new LinkedHashMap<>();
    list.put(TYPE, "array");
    list.put("minItems", 1);
    list.put("items", one);
    Map<String, Object> either = new LinkedHashMap<>();
    either.put("description", doc);
    either.put("anyOf", List.of(one, list));
    return either;
  }

  /** The properties of an object, which may be changed. */
  private static Map<String, Object> properties(Map<String, Object> schema) {
    Map<String, Object> own = copy((Map<?, ?>) schema.getOrDefault(PROPERTIES, Map.of()));
    schema.put(PROPERTIES, own);
    return own;
  }

  private static Map<String, Object> copy(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(String.valueOf(key), value));
    return copy;
  }
}
