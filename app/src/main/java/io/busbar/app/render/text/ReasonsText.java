package io.busbar.app.render.text;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Reasons as a tree: name, value, formula, source and quality. What several formulas refer to is
 * written out the first time only. One use.
 */
final class ReasonsText {
  /** Deeper branches start at this column again, or no room would be left for their text. */
  private static final int MAX_PREFIX = 48;

  private final Paper paper;
  private final Set<Explained> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private ReasonsText(Paper paper) {
    this.paper = paper;
  }

  static void write(List<Explained> roots, Paper paper) {
    ReasonsText text = new ReasonsText(paper);
    for (Explained root : roots) {
      text.node(root, "  ", "  ");
    }
  }

  private void node(Explained node, String first, String next) {
    boolean again = !node.inputs().isEmpty() && !seen.add(node);
    boolean branches = !again && !node.inputs().isEmpty();
    String trunk = branches ? paper.style().pick("│  ", "|  ") : "   ";
    paper.wrapped(first, next + trunk, describe(node) + (again ? "  (as above)" : ""));
    if (again) {
      return;
    }
    String start = Cells.width(next) > MAX_PREFIX ? "  " : next;
    for (int i = 0; i < node.inputs().size(); i++) {
      boolean last = i == node.inputs().size() - 1;
      String branch = last ? paper.style().pick("└─ ", "`- ") : paper.style().pick("├─ ", "|- ");
      String below = last ? "   " : paper.style().pick("│  ", "|  ");
      node(node.inputs().get(i), start + branch, start + below);
    }
  }

  private String describe(Explained node) {
    StringBuilder out = new StringBuilder(node.term().name());
    out.append(" = ").append(Amounts.text(node.value(), node.term().unit()));
    String formula = node.term().formula();
    if (formula != null) {
      out.append("  [").append(Formula.of(formula).render(name -> name)).append(']');
    }
    String source = node.shownSource();
    String mark = node.quality().mark();
    if (!source.isEmpty() || !mark.isEmpty()) {
      String between = source.isEmpty() || mark.isEmpty() ? "" : ", ";
      out.append("  (").append(source).append(between).append(mark).append(')');
    }
    if (!node.term().meaning().isEmpty()) {
      out.append("  ").append(node.term().meaning());
    }
    return paper.plain(out.toString());
  }
}
