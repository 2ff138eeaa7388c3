package io.busbar.base.explain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A ledger that keeps every term with the numbers its formula refers to. One evaluation fills it;
 * afterwards {@link #get} gives the tree below any top-level term. Not thread-safe.
 */
public final class RecordingLedger implements Ledger {
  private final Deque<Map<String, Explained>> scopes = new ArrayDeque<>();

  public RecordingLedger() {
    scopes.push(new LinkedHashMap<>());
  }

  @Override
  public boolean recording() {
    return true;
  }

  @Override
  public double put(Term term, double value) {
    Quality quality = term.formula() == null ? Quality.SOURCED : Quality.COMPUTED;
    return put(term, value, quality, "");
  }

  /** An input that is already explained under the same name and value keeps that explanation. */
  @Override
  public double put(Term term, double value, Quality quality, String source) {
    Explained known = term.formula() == null ? lookup(term.name()) : null;
    if (known != null && known.value() == value && known.term().formula() != null) {
      scope().put(term.name(), known);
      return value;
    }
    scope().put(term.name(), new Explained(term, value, quality, source, inputs(term)));
    return value;
  }

  @Override
  public void open(String scope) {
    scopes.push(new LinkedHashMap<>());
  }

  /**
   * @throws IllegalStateException when no scope is open
   */
  @Override
  public double close(Term term, double value) {
    if (scopes.size() < 2) {
      throw new IllegalStateException("no scope to close with " + term.name());
    }
    Explained result = new Explained(term, value, Quality.COMPUTED, "", inputs(term));
    scopes.pop();
    scope().put(term.name(), result);
    return value;
  }

  /** The top-level term of this name with all its reasons, or null when none was put. */
  public @Nullable Explained get(String name) {
    return scopes.getLast().get(name);
  }

  /** All top-level terms in the order in which they were put. */
  public List<Explained> all() {
    return List.copyOf(scopes.getLast().values());
  }

  private List<Explained> inputs(Term term) {
    String formula = term.formula();
    if (formula == null) {
      return List.of();
    }
    List<Explained> inputs = new ArrayList<>();
    for (String name : Formula.of(formula).names()) {
      Explained known = lookup(name);
      if (known == null) {
        throw new IllegalStateException(
            "formula of " + term.name() + " refers to {" + name + "}, which was not put before it");
      }
      inputs.add(known);
    }
    return inputs;
  }

  private @Nullable Explained lookup(String name) {
    for (Map<String, Explained> scope : scopes) {
      Explained known = scope.get(name);
      if (known != null) {
        return known;
      }
    }
    return null;
  }

  private Map<String, Explained> scope() {
    return scopes.getFirst();
  }
}
