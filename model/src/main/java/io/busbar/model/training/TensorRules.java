package io.busbar.model.training;

import io.busbar.base.report.Severity;
import io.busbar.model.training.LayoutSink.Breach;
import io.busbar.model.training.LayoutSink.Remark;
import io.busbar.model.training.ModelLimits.Parts;
import java.util.ArrayList;
import java.util.List;

/** What tensor parallelism, and heads exchanged for positions, must divide. Stateless. */
final class TensorRules {
  private TensorRules() {}

  /** Whether tp divides the model; what else is split by a wrong tp need not be told. */
  static boolean check(ModelLimits model, Parallelism p, LayoutSink sink) {
    int tp = p.tp();
    boolean divides =
        model.heads.dividedBy(tp)
            && model.hidden.dividedBy(tp)
            && model.denseWidths.dividedBy(tp)
            && keyValueHeadsFit(model, tp);
    if (!divides) {
      sink.error(() -> breach(model, tp));
    } else {
      remarkReplication(model, tp, sink);
    }
    if (p.cp() > 1 && p.contextKind() == ContextParallel.ALL_TO_ALL) {
      checkHeadsExchange(model, p, sink);
    }
    return divides;
  }

  /** Key/value heads are split over tp, or each is held by several ranks. */
  private static boolean keyValueHeadsFit(ModelLimits model, int tp) {
    for (int heads : model.keyValueHeads.values) {
      if (heads % tp != 0 && tp % heads != 0) {
        return false;
      }
    }
    return true;
  }

  private static Breach breach(ModelLimits model, int tp) {
    List<String> undivided = new ArrayList<>();
    long common = 0;
    for (Parts part : List.of(model.heads, model.hidden, model.denseWidths)) {
      common = Divisors.gcd(common, part.gcd);
      if (!part.dividedBy(tp)) {
        undivided.add(part.toString());
      }
    }
    if (!keyValueHeadsFit(model, tp)) {
      common = Divisors.gcd(common, model.keyValueHeads.gcd);
      undivided.add(model.keyValueHeads.toString());
    }
    return new Breach(
        "parallelism.tp",
        Integer.toString(tp),
        "a divisor of " + String.join(", ", undivided),
        Divisors.nearest(common, tp));
  }

  private static void remarkReplication(ModelLimits model, int tp, LayoutSink sink) {
    if (model.keyValueHeads.none() || model.keyValueHeads.smallest() >= tp) {
      return;
    }
    int heads = model.keyValueHeads.smallest();
    sink.remark(() ->
        new Remark(
            "key-value-heads-replicated",
            Severity.INFO,
            "parallelism.tp",
            "tp " + tp + " is over the " + heads + " key/value heads",
            "each key/value head is held and computed by " + tp / heads + " ranks",
            "tp " + heads + " or less splits them without repetition"));
  }

  /** All-to-all context parallelism splits the heads of a tp rank once more over cp. */
  private static void checkHeadsExchange(ModelLimits model, Parallelism p, LayoutSink sink) {
    long parts = (long) p.tp() * p.cp();
    if (!model.heads.dividedBy(parts)) {
      sink.error(() ->
          new Breach(
              "parallelism.cp",
              Integer.toString(p.cp()),
              "tp x cp (" + parts + ") to divide " + model.heads + " with context all-to-all",
              "use a smaller cp, or context ring"));
    } else if (!model.keyValueHeads.none() && model.keyValueHeads.smallest() < parts) {
      sink.remark(() ->
          new Remark(
              "key-value-heads-replicated",
              Severity.INFO,
              "parallelism.cp",
              "tp x cp " + parts + " is over the " + model.keyValueHeads,
              "context all-to-all exchanges heads, so key/value heads are repeated",
              "context ring exchanges positions instead"));
    }
  }
}
