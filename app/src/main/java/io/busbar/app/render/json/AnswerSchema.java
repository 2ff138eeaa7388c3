package io.busbar.app.render.json;

import io.busbar.base.explain.Quality;
import io.busbar.formats.shape.Names;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema (2020-12) of an answer, from its record class by the rule of {@link Json}: a
 * record is a closed object whose keys are all required; what may be absent, and every
 * floating-point number, may be null. One use.
 */
public final class AnswerSchema {
  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
  private static final String EXPLAINED = "explained";

  private final Map<String, Class<?>> named = new LinkedHashMap<>();
  private final Map<String, Object> definitions = new TreeMap<>();

  private AnswerSchema() {}

  /**
   * The schema of an answer's JSON.
   *
   * @param schema name and version as in {@code Report.schema()}
   * @param title one line on what the answer is
   * @param answer record class of the answer
   */
  public static Map<String, Object> of(String schema, String title, Class<?> answer) {
    return new AnswerSchema().document(schema, title, answer);
  }

  private Map<String, Object> document(String schema, String title, Class<?> answer) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("schema", Map.of("const", schema));
    List<String> required = new ArrayList<>(List.of("schema"));
    // Only there when reasons were asked for, so not required.
    properties.put("reasons", ordered("type", "array", "items", reference(EXPLAINED)));
    properties(answer, properties, required);
    definitions.put(EXPLAINED, explained());
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("$schema", DRAFT);
    document.put("$id", "urn:" + schema.replace('/', ':'));
    document.put("title", title);
    document.put("type", "object");
    document.put("properties", properties);
    document.put("required", required);
    document.put("additionalProperties", false);
    document.put("$defs", definitions);
    return document;
  }

  private void properties(Class<?> owner, Map<String, Object> properties, List<String> required) {
    for (Components.Component component : Components.of(owner)) {
      if (properties.containsKey(component.key())) {
        throw new IllegalArgumentException(component.key() + " is taken in " + owner.getName());
      }
      Map<String, Object> type = of(component.type());
      properties.put(component.key(), component.nullable() ? orNull(type) : type);
      required.add(component.key());
    }
  }

  private Map<String, Object> of(AnnotatedType annotated) {
    Type type = annotated.getType();
    if (annotated instanceof AnnotatedArrayType array) {
      return list(array.getAnnotatedGenericComponentType());
    }
    if (annotated instanceof AnnotatedParameterizedType parameterized) {
      AnnotatedType[] arguments = parameterized.getAnnotatedActualTypeArguments();
      Class<?> raw = (Class<?>) ((ParameterizedType) type).getRawType();
      if (Collection.class.isAssignableFrom(raw)) {
        return list(arguments[0]);
      }
      if (Map.class.isAssignableFrom(raw)) {
        return ordered("type", "object", "additionalProperties", item(arguments[1]));
      }
      if (raw == Optional.class) {
        return of(arguments[0]);
      }
      throw new IllegalArgumentException("no JSON Schema for " + type);
    }
    return ofClass((Class<?>) type);
  }

  private Map<String, Object> list(AnnotatedType item) {
    return ordered("type", "array", "items", item(item));
  }

  private Map<String, Object> item(AnnotatedType type) {
    return type.isAnnotationPresent(Nullable.class) ? orNull(of(type)) : of(type);
  }

  private Map<String, Object> ofClass(Class<?> type) {
    if (type == String.class) {
      return Map.of("type", "string");
    }
    if (type == boolean.class || type == Boolean.class) {
      return Map.of("type", "boolean");
    }
    if (isOneOf(type, double.class, float.class, Double.class, Float.class, OptionalDouble.class)) {
      return Map.of("type", List.of("number", "null"));
    }
    if (isOneOf(type, int.class, long.class, short.class, byte.class, OptionalInt.class)
        || isOneOf(type, Integer.class, Long.class, Short.class, Byte.class, OptionalLong.class)) {
      return Map.of("type", "integer");
    }
    if (type.isEnum()) {
      return Map.of("enum", names(type));
    }
    if (type.isRecord()) {
      return define(type);
    }
    throw new IllegalArgumentException("no JSON Schema for " + type.getName());
  }

  /** A record stands once, below {@code $defs}; so records may refer to themselves. */
  private Map<String, Object> define(Class<?> type) {
    String name = Components.snake(type.getSimpleName());
    Class<?> before = named.putIfAbsent(name, type);
    if (before != null && before != type) {
      throw new IllegalArgumentException("two records named " + name + ": " + before + ", " + type);
    }
    if (before == null) {
      Map<String, Object> properties = new LinkedHashMap<>();
      List<String> required = new ArrayList<>();
      properties(type, properties, required);
      definitions.put(name, object(properties, required));
    }
    return reference(name);
  }

  private static Map<String, Object> explained() {
    Map<String, Object> properties = new LinkedHashMap<>();
    Map<String, Object> text = Map.of("type", "string");
    properties.put("name", text);
    properties.put("value", Map.of("type", List.of("number", "null")));
    properties.put("unit", text);
    properties.put("meaning", text);
    properties.put("formula", Map.of("type", List.of("string", "null")));
    properties.put("source", text);
    properties.put("quality", Map.of("enum", names(Quality.class)));
    properties.put("repeated", Map.of("type", "boolean"));
    properties.put("inputs", ordered("type", "array", "items", reference(EXPLAINED)));
    return object(properties, List.copyOf(properties.keySet()));
  }

  private static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("type", "object");
    object.put("properties", properties);
    object.put("required", required);
    object.put("additionalProperties", false);
    return object;
  }

  private static List<String> names(Class<?> type) {
    List<String> names = new ArrayList<>();
    for (Object constant : type.getEnumConstants()) {
      names.add(Names.of((Enum<?>) constant));
    }
    return names;
  }

  private static Map<String, Object> orNull(Map<String, Object> type) {
    boolean already = type.get("type") instanceof List<?> types && types.contains("null");
    return already ? type : Map.of("anyOf", List.of(type, Map.of("type", "null")));
  }

  private static Map<String, Object> reference(String name) {
    return Map.of("$ref", "#/$defs/" + name);
  }

  private static Map<String, Object> ordered(String k1, Object v1, String k2, Object v2) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(k1, v1);
    map.put(k2, v2);
    return map;
  }

  private static boolean isOneOf(Class<?> type, Class<?>... candidates) {
    return List.of(candidates).contains(type);
  }
}
