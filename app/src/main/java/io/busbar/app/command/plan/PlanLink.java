package io.busbar.app.command.plan;

import io.busbar.app.call.Refusal;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a link of the workbench: after {@code #s=} the base64url of a JSON object with the version,
 * the view and the values of its fields. Stateless.
 */
public final class PlanLink {
  private static final String OPTION = "--from-link";
  private static final String FILE = "FILE";
  private static final String MARK = "s=";
  private static final String VERSION = "1";
  private static final int MOST = 8192;

  private PlanLink() {}

  /**
   * What the plan of a link sets, by option.
   *
   * @param typed options that stand beside the link, whose values of the link are not needed
   * @param files how many files stand beside it, for those that were dropped as plans
   * @throws InputException when it is no link to a plan, or needs other files that were dropped
   */
  static Map<String, String> options(String link, Set<String> typed, int files) {
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
        if (!typed.contains(entry.getKey())) {
          option(entry.getKey(), entry.getValue().value(), files, options, problems);
        }
      }
    }
    problems.throwIfAny();
    return options;
  }

  /** A field has several values where it takes several files. */
  private static void option(
      String name, Tree value, int files, Map<String, String> options, Problems problems) {
    List<Tree> all = value instanceof Tree.Sequence many ? many.items() : List.of(value);
    List<String> dropped = new ArrayList<>();
    for (Tree one : all) {
      if (one instanceof Tree.Scalar scalar) {
        options.putIfAbsent(name, scalar.text());
      } else if (one instanceof Tree.Mapping file) {
        dropped.add(String.valueOf(file.text("name")));
      }
    }
    int beside = name.equals(FILE) ? files : 0;
    if (dropped.size() > beside) {
      String hint =
          name.equals(FILE)
              ? "name them beside the link: busbar plan " + String.join(" ", dropped) + " " + OPTION
              : "name the file with " + name + " beside the link";
      String expected = dropped.size() > 1 ? "no dropped files" : "no dropped file";
      problems.add(Position.of(OPTION), "", String.join(", ", dropped), expected, hint);
    }
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
