package io.busbar.app.render.html;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import io.busbar.base.explain.Term;
import io.busbar.base.report.Block.Reasons;
import java.util.List;

/**
 * The reasons of a number as a tree to unfold: value, meaning, formula, source, then what the
 * formula refers to. Reasons that the page has already shown are linked, not repeated, which keeps
 * a page of many figures small.
 */
final class ReasonsView {
  private ReasonsView() {}

  static void write(Page page, Reasons reasons) {
    list(page, reasons.roots());
  }

  /** One number's reasons, folded under a word. */
  static void fold(Page page, Explained root, String word) {
    page.openFold(word);
    list(page, List.of(root));
    page.markup().close();
  }

  private static void list(Page page, List<Explained> nodes) {
    page.markup().open("ul", "class", "reasons");
    for (Explained node : nodes) {
      page.markup().open("li");
      node(page, node);
      page.markup().close();
    }
    page.markup().close();
  }

  private static void node(Page page, Explained node) {
    Markup out = page.markup();
    if (node.inputs().isEmpty()) {
      name(out, node);
      about(out, node);
      return;
    }
    String id = page.newId("r");
    String shownAt = page.reasonsShownAt(node, id);
    if (shownAt.equals(id)) {
      out.open("details", "id", id).open("summary");
      name(out, node);
      out.close();
      about(out, node);
      list(page, node.inputs());
      out.close();
    } else {
      name(out, node);
      out.text(" ").leaf("a", "reasons above", "href", "#" + shownAt);
    }
  }

  private static void name(Markup out, Explained node) {
    Term term = node.term();
    String mark = node.quality().mark();
    String value = Numbers.withUnit(node.value(), term.unit());
    out.leaf("code", term.name()).text(mark.isEmpty() ? " = " : " ≈ ");
    out.leaf("b", value);
    if (!mark.isEmpty()) {
      out.text(" ").leaf("span", mark, "class", "mark");
    }
  }

  private static void about(Markup out, Explained node) {
    Term term = node.term();
    if (!term.meaning().isBlank()) {
      out.leaf("p", term.meaning());
    }
    String formula = term.formula();
    if (formula != null) {
      String shown = term.name() + " = " + Formula.of(formula).render(name -> name);
      out.open("p").leaf("code", shown, "class", "formula").close();
    }
    if (!node.shownSource().isBlank()) {
      out.leaf("p", "Source: " + node.shownSource(), "class", "source");
    }
  }
}
