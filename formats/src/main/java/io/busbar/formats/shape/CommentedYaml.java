package io.busbar.formats.shape;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes a {@link Shape} as a YAML file to start from: every key with its explanation, set to its
 * example where the shape says so, else behind a {@code #}. What it writes reads back without a
 * problem. Stateless.
 */
public final class CommentedYaml {
  private static final int WIDTH = 96;

  private CommentedYaml() {}

  /** The file's text; the shape's own explanation is its first comment. */
  public static String of(Shape shape) {
    StringBuilder out = new StringBuilder();
    comment(out, "", shape.doc());
    write(out, "", shape, false);
    return out.toString();
  }

  private static void write(StringBuilder out, String indent, Shape shape, boolean silent) {
    for (Key<?> key : shape.keys()) {
      if (indent.isEmpty()) {
        out.append('\n');
      }
      comment(out, indent, key.doc());
      Shape inner = key.type().shape();
      if (inner == null) {
        line(out, indent, key, silent || !key.written());
      } else {
        boolean innerSilent = silent || !setsAnything(inner);
        out.append(indent).append(innerSilent ? "# " : "").append(key.name()).append(":\n");
        write(out, indent + "  ", inner, innerSilent);
      }
    }
  }

  private static void line(StringBuilder out, String indent, Key<?> key, boolean silent) {
    out.append(indent).append(silent ? "# " : "").append(key.name()).append(':');
    if (!key.example().isEmpty()) {
      out.append(' ').append(key.example());
    }
    out.append('\n');
  }

  /** A mapping whose keys are all mentioned only would read back as empty: it is mentioned too. */
  private static boolean setsAnything(Shape shape) {
    for (Key<?> key : shape.keys()) {
      Shape inner = key.type().shape();
      if (inner == null ? key.written() : setsAnything(inner)) {
        return true;
      }
    }
    return false;
  }

  private static void comment(StringBuilder out, String indent, String text) {
    for (String line : wrap(text, WIDTH - indent.length())) {
      out.append(indent).append("# ").append(line).append('\n');
    }
  }

  private static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
