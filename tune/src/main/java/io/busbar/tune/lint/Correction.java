package io.busbar.tune.lint;

import io.busbar.formats.env.Span;
import io.busbar.tune.lint.rule.Edit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Applies corrections to a text; what no correction touches stays as it is. Stateless. */
public final class Correction {
  private Correction() {}

  /**
   * The corrected text. Of two corrections of one place the one that takes the setting out counts.
   */
  public static String apply(String text, List<Edit> edits) {
    List<Edit> chosen = new ArrayList<>();
    edits.stream()
        .filter(edit -> edit.span().end() <= text.length())
        .sorted(Comparator.comparing((Edit edit) -> !takesOut(edit)))
        .forEach(edit -> {
          if (chosen.stream().noneMatch(other -> other.span().overlaps(edit.span()))) {
            chosen.add(edit);
          }
        });
    chosen.sort(Comparator.comparing(edit -> edit.span().start()));
    StringBuilder out = new StringBuilder(text.length() + 64);
    int from = 0;
    for (Edit edit : chosen) {
      out.append(text, from, edit.span().start());
      from = edit.span().end();
      if (edit.kind() == Edit.Kind.COMMENT) {
        comment(text, edit.span(), out);
      } else if (edit.kind() == Edit.Kind.DELETE) {
        trimBlanks(out);
      } else {
        out.append(edit.text());
      }
    }
    return out.append(text, from, text.length()).toString();
  }

  private static boolean takesOut(Edit edit) {
    return edit.kind() != Edit.Kind.REPLACE;
  }

  /** Puts a mark before each line of a span. */
  private static void comment(String text, Span span, StringBuilder out) {
    String[] lines = text.substring(span.start(), span.end()).split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String body = i == 0 ? lines[i] : lines[i].stripLeading();
      out.append(i == 0 ? "" : "\n");
      out.append(lines[i], 0, lines[i].length() - body.length()).append("# ").append(body);
    }
  }

  private static void trimBlanks(StringBuilder out) {
    int end = out.length();
    while (end > 0 && (out.charAt(end - 1) == ' ' || out.charAt(end - 1) == '\t')) {
      end--;
    }
    boolean lineStart = end == 0 || out.charAt(end - 1) == '\n';
    if (!lineStart) {
      out.setLength(end);
    }
  }
}
