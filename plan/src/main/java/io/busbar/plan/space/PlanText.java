package io.busbar.plan.space;

import io.busbar.formats.tree.Tree;
import java.util.Map;

/** A document as YAML. Stateless. */
public final class PlanText {
  private PlanText() {}

  /** A mapping in block style. */
  public static String of(Tree.Mapping plan) {
    StringBuilder text = new StringBuilder();
    write(plan, "", text);
    return text.toString();
  }

  private static void write(Tree.Mapping mapping, String indent, StringBuilder text) {
    for (Map.Entry<String, Tree.Entry> entry : mapping.entries().entrySet()) {
      Tree value = entry.getValue().value();
      if (value instanceof Tree.Mapping inner && inner.entries().isEmpty()) {
        continue;
      }
      text.append(indent).append(entry.getKey()).append(':');
      if (value instanceof Tree.Mapping inner) {
        text.append('\n');
        write(inner, indent + "  ", text);
      } else {
        text.append(' ').append(flow(value)).append('\n');
      }
    }
  }

  private static String flow(Tree value) {
    return switch (value) {
      case Tree.Scalar s -> scalar(s);
      case Tree.Sequence s ->
          "[" + String.join(", ", s.items().stream().map(PlanText::flow).toList()) + "]";
      case Tree.Mapping m ->
          "{"
              + String.join(
                  ", ",
                  m.entries().entrySet().stream()
                      .map(e -> e.getKey() + ": " + flow(e.getValue().value()))
                      .toList())
              + "}";
    };
  }

  /** Plain where YAML reads it back as the same text, else in double quotes. */
  private static String scalar(Tree.Scalar s) {
    if (!s.quoted() && (s.text().isEmpty() || s.text().matches("[A-Za-z0-9][A-Za-z0-9_.%/-]*"))) {
      return s.text();
    }
    StringBuilder text = new StringBuilder("\"");
    for (char c : s.text().toCharArray()) {
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f) {
        text.append(String.format(java.util.Locale.ROOT, "\\x%02x", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.append('"').toString();
  }

  /** Values of a document that are no mappings. */
  static int leaves(Tree.Mapping mapping) {
    int leaves = 0;
    for (Tree value : mapping.values()) {
      leaves += value instanceof Tree.Mapping inner ? leaves(inner) : 1;
    }
    return leaves;
  }
}
