package io.busbar.app;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a link of the workbench: after {@code #s=} the base64url of a JSON object with the version,
 * the view and the values of its fields. Stateless.
 */
final class PlanLink {
  private static final String OPTION = "--from-link";
  private static final String MARK = "s=";
  private static final String VERSION = "1";
  private static final int MOST = 8192;

  private PlanLink() {}

  /**
   * What the plan of a link sets, by option.
   *
   * @throws InputException when it is no link to a plan, or needs a file that was dropped
   */
  static Map<String, String> options(String link) {
    String text = link.substring(link.lastIndexOf('#') + 1);
    text = text.startsWith(MARK) ? text.substring(MARK.length()) : text;
    Tree tree = decoded(link, text);
    if (!(tree instanceof Tree.Mapping kept)
        || !VERSION.equals(kept.text("v"))
        || !"plan".equals(kept.text("view"))) {
      throw refuse(link, "a link to a plan of this version of the workbench");
    }
    Map<String, String> options = new LinkedHashMap<>();
    Problems problems = new Problems();
    if (kept.get("values") instanceof Tree.Mapping values) {
      for (Map.Entry<String, Tree.Entry> entry : values.entries().entrySet()) {
        Tree value = entry.getValue().value();
        Tree first =
            value instanceof Tree.Sequence s && !s.items().isEmpty() ? s.items().getFirst() : value;
        if (first instanceof Tree.Scalar scalar) {
          options.put(entry.getKey(), scalar.text());
        } else {
          String name = first instanceof Tree.Mapping file ? file.text("name") : null;
          String hint = "name the file with " + entry.getKey() + " beside the link";
          problems.add(Position.of(OPTION), "", String.valueOf(name), "no dropped file", hint);
        }
      }
    }
    problems.throwIfAny();
    return options;
  }

  private static Tree decoded(String link, String text) {
    try {
      if (text.length() <= MOST) {
        byte[] json = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.US_ASCII));
        return TreeReader.parse("link.json", json);
      }
    } catch (IllegalArgumentException | InputException e) {
      // told below
    }
    throw refuse(link, "a link as 'Copy link' of the workbench makes it");
  }

  private static InputException refuse(String link, String expected) {
    return Refusal.of(OPTION, link, expected, "");
  }
}
