package io.busbar.design.cost;

import io.busbar.design.input.Assumption;
import io.busbar.design.input.Assumptions;
import java.util.function.ToDoubleFunction;

/** One value for each assumed figure. */
@FunctionalInterface
interface Values {
  double of(String name);

  /** The same value of every figure: its low, likely or high one. */
  static Values each(Assumptions assumed, ToDoubleFunction<Assumption> pick) {
    return name -> pick.applyAsDouble(assumed.get(name));
  }

  /** All likely. */
  static Values likely(Assumptions assumed) {
    return each(assumed, Assumption::likely);
  }

  /** These, except one figure. */
  default Values with(String changed, double value) {
    return name -> name.equals(changed) ? value : of(name);
  }
}
