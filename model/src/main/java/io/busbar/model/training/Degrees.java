package io.busbar.model.training;

import io.busbar.model.training.LayoutSink.Breach;
import org.jspecify.annotations.Nullable;

/** That tp·pp·cp·dp is the number of GPUs. Stateless. */
final class Degrees {
  private Degrees() {}

  /**
   * Data-parallel replicas, derived or as given.
   *
   * @param gpus GPUs of the cluster; 0 when not known
   * @return 0 when it is not known or left open
   */
  static int replicas(LayoutRequest layout, long gpus, LayoutSink sink) {
    Integer dp = layout.dp();
    int given = dp == null ? 0 : dp;
    if (gpus == 0) {
      return given;
    }
    Chain chain = new Chain(gpus);
    if (!chain.divide("tp", layout.tp(), sink)
        || !chain.divide("pp", layout.pp(), sink)
        || !chain.divide("cp", layout.cp(), sink)) {
      return given;
    }
    if (layout.isOpen()) {
      return chain.divide("dp", dp, sink) ? given : 0;
    }
    if (dp != null && dp != chain.left) {
      sink.error(() ->
          new Breach(
              "parallelism.dp",
              dp.toString(),
              chain.left + " (" + chain + ")",
              "leave dp out to have it derived; with dp "
                  + dp
                  + " the layout is for "
                  + layout.gpusPerReplica() * dp
                  + " GPUs"));
    }
    return (int) chain.left;
  }

  /** GPUs divided by one degree after the other. */
  private static final class Chain {
    private final long gpus;
    private final StringBuilder divisors = new StringBuilder();
    private long left;

    Chain(long gpus) {
      this.gpus = gpus;
      this.left = gpus;
    }

    boolean divide(String axis, @Nullable Integer degree, LayoutSink sink) {
      if (degree == null) {
        return true;
      }
      if (left % degree != 0) {
        sink.error(() ->
            new Breach(
                "parallelism." + axis,
                degree.toString(),
                "a divisor of " + (divisors.isEmpty() ? "" : left + " = ") + this,
                Divisors.nearest(left, degree)));
        return false;
      }
      left /= degree;
      divisors.append(" / ").append(axis).append(' ').append(degree);
      return true;
    }

    /** {@code 1024 GPUs / tp 8 / pp 4}. */
    @Override
    public String toString() {
      return gpus + " GPUs" + divisors;
    }
  }
}
