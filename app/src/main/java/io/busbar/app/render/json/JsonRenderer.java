package io.busbar.app.render.json;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.formats.shape.Names;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A report as JSON: {@code schema}, the components of the answer's record in snake_case, and {@code
 * reasons} when the report carries any. Every key is always there: a value that is absent, or a
 * number that is not finite, is {@code null}. Stateless.
 */
public final class JsonRenderer {
  private JsonRenderer() {}

  public static String render(Report report) {
    List<Explained> reasons = reasons(report);
    return Json.text(json -> {
      json.open().put("schema", report.schema()).components(report.answer());
      if (!reasons.isEmpty()) {
        Set<Explained> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        json.openArray("reasons");
        reasons.forEach(root -> explained(root, seen, json));
        json.closeArray();
      }
      json.close();
    });
  }

  /** A document of maps, lists and scalars, such as a JSON Schema. */
  public static String renderTree(Object tree) {
    return Json.text(json -> json.value(tree));
  }

  /**
   * One number with its reasons. The inputs of a number that stands earlier in the document are not
   * repeated: formulas share them, and a tree written out in full could grow without bound.
   */
  private static void explained(Explained node, Set<Explained> seen, Json json) {
    boolean repeated = !node.inputs().isEmpty() && !seen.add(node);
    json.open()
        .put("name", node.term().name())
        .put("value", node.value())
        .put("unit", node.term().unit())
        .put("meaning", node.term().meaning())
        .put("formula", formula(node))
        .put("source", node.shownSource())
        .put("quality", Names.of(node.quality()))
        .put("repeated", repeated)
        .openArray("inputs");
    if (!repeated) {
      node.inputs().forEach(input -> explained(input, seen, json));
    }
    json.closeArray().close();
  }

  private static @Nullable String formula(Explained node) {
    String formula = node.term().formula();
    return formula == null ? null : Formula.of(formula).render(name -> name);
  }

  private static List<Explained> reasons(Report report) {
    List<Explained> roots = new ArrayList<>();
    for (Block block : report.blocks()) {
      if (block instanceof Block.Reasons reasons) {
        roots.addAll(reasons.roots());
      } else if (block instanceof Block.Figures figures) {
        for (Block.Figure figure : figures.rows()) {
          Explained reason = figure.reasons();
          if (reason != null) {
            roots.add(reason);
          }
        }
      }
    }
    return roots;
  }
}
