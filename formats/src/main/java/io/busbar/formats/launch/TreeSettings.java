package io.busbar.formats.launch;

import io.busbar.base.problem.Position;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The leaves of a document as settings with dotted names. Stateless. */
final class TreeSettings {
  private static final int MOST = 20_000;

  /** A variable of the environment with a default: {@code ${TP:8}}, {@code ${oc.env:TP,8}}. */
  private static final Pattern DEFAULT =
      Pattern.compile("\\$\\{(?:oc\\.env:\\w{1,80},|[A-Z_]\\w{0,80}:)-?([^${}]{0,200})\\}");

  private TreeSettings() {}

  static List<Setting> of(Tree tree) {
    List<Setting> out = new ArrayList<>();
    collect("", tree, tree.at(), out);
    return out;
  }

  private static void collect(String name, Tree tree, Position nameAt, List<Setting> out) {
    if (out.size() >= MOST) {
      return;
    }
    switch (tree) {
      case Tree.Mapping mapping ->
          mapping
              .entries()
              .forEach((key, entry) ->
                  collect(
                      name.isEmpty() ? key : name + "." + key, entry.value(), entry.keyAt(), out));
      case Tree.Sequence sequence -> {
        List<String> values = new ArrayList<>();
        for (Tree item : sequence.items()) {
          if (item instanceof Tree.Scalar scalar) {
            values.add(scalar.text());
          } else {
            collect(name, item, nameAt, out);
          }
        }
        if (!values.isEmpty()) {
          out.add(new Setting(name, values, sequence.at(), nameAt, true));
        }
      }
      case Tree.Scalar scalar -> {
        if (!scalar.isNull()) {
          String text = DEFAULT.matcher(scalar.text()).replaceAll("$1");
          boolean known = !text.contains("${");
          out.add(new Setting(name, List.of(text), scalar.at(), nameAt, known));
        }
      }
    }
  }
}
