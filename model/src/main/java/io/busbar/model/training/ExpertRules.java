package io.busbar.model.training;

import io.busbar.model.training.LayoutSink.Breach;

/** What expert parallelism must divide. Stateless. */
final class ExpertRules {
  private static final String EP = "parallelism.ep";
  private static final String ETP = "parallelism.etp";

  private ExpertRules() {}

  static void check(ModelLimits model, Parallelism p, LayoutSink sink) {
    if (p.ep() == 1 && p.etp() == 1) {
      return;
    }
    if (model.experts.none()) {
      String key = p.ep() > 1 ? EP : ETP;
      int read = p.ep() > 1 ? p.ep() : p.etp();
      sink.error(() -> new Breach(key, Integer.toString(read), "1: the model has no experts", ""));
      return;
    }
    if (!model.experts.dividedBy(p.ep())) {
      int experts = model.experts.smallest();
      String what = p.ep() > experts ? "at most " : "a divisor of ";
      sink.error(() ->
          new Breach(
              EP,
              Integer.toString(p.ep()),
              what + experts + ", the experts of a layer",
              Divisors.nearest(model.experts.gcd, p.ep())));
    }
    if (!model.expertWidths.dividedBy(p.etp())) {
      sink.error(() ->
          new Breach(
              ETP,
              Integer.toString(p.etp()),
              "a divisor of " + model.expertWidths,
              Divisors.nearest(model.expertWidths.gcd, p.etp())));
    }
    long ranks = (long) p.tp() * p.cp() * p.dp();
    if (ranks % ((long) p.ep() * p.etp()) != 0) {
      sink.error(() ->
          new Breach(
              EP,
              "ep " + p.ep() + " x etp " + p.etp() + " = " + (long) p.ep() * p.etp(),
              "a divisor of the "
                  + ranks
                  + " ranks of a stage (tp "
                  + p.tp()
                  + " x cp "
                  + p.cp()
                  + " x dp "
                  + p.dp()
                  + ")",
              Divisors.nearest(ranks, (long) p.ep() * p.etp())));
    }
  }
}
