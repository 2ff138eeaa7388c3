package io.busbar.base.explain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number with its reasons.
 *
 * @param term what it is
 * @param value its value in {@link Term#unit()}
 * @param quality how well it is known
 * @param source where an input comes from; empty when the term's own source says it
 * @param inputs the numbers its formula refers to, in the order of the formula
 */
public record Explained(
    Term term, double value, Quality quality, String source, List<Explained> inputs) {

  public Explained {
    inputs = List.copyOf(inputs);
  }

  /** The source to show: that of the figure, else that of the formula. */
  public String shownSource() {
    return source.isEmpty() ? term.source() : source;
  }

  /** The first number of this name in the tree, depth first, or null. */
  public @Nullable Explained find(String name) {
    if (term.name().equals(name)) {
      return this;
    }
    for (Explained input : inputs) {
      Explained found = input.find(name);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
