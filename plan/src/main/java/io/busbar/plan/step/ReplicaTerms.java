package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.collective.api.CollectiveCurve;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Reach;
import java.util.ArrayList;
import java.util.List;

/**
 * Prices collectives among replicas, and notes in the ledger how {@link DataParallel} puts them
 * together. One use.
 */
final class ReplicaTerms {
  private static final String EXPOSED =
      "min({scatters_s} + {gathers_s},"
          + " max(0, {scatters_s} - {data_window_share} * {backward_layer_s} * {window_layers})"
          + " + max(0, {gathers_s} - {data_window_share} * {forward_layer_s} * {window_layers})";
  private static final Term DATA =
      Term.of(
          "data_parallel_s",
          "s",
          "gradients and parameters per step that nothing hides, and the slow-down by the rest",
          "{data_exposed_s} + {contention} * ({scatters_s} + {gathers_s} - {data_exposed_s})");
  private static final Term NO_DATA =
      Term.input("data_parallel_s", "s", "nothing is exchanged among replicas once per step");
  private static final Term NO_EACH =
      Term.input("sharded_parameters_s", "s", "no parameters are gathered per micro-batch");
  private static final String ALL = "2 * {gathers_s} + {scatters_s}";
  private static final Term EACH_EXPOSED =
      Term.of(
          "sharded_exposed_s",
          "s",
          "two gathers and a scatter of all layers that nothing hides",
          "min("
              + ALL
              + ", "
              + ALL
              + " - {hidable_forward_s} - {hidable_backward_s}"
              + " + max(0, {hidable_forward_s} - {data_window_share} * {forward_pass_s})"
              + " + max(0, {hidable_backward_s} - {data_window_share} * {backward_pass_s})"
              + " + ({gathers_s} + {scatters_s}) / {rank_layers})");
  private static final Term EACH =
      Term.of(
          "sharded_parameters_s",
          "s",
          "gathers and scatters per micro-batch that nothing hides, and the slow-down by the rest",
          "{sharded_exposed_s} + {contention} * (min({hidable_forward_s}, {forward_pass_s})"
              + " + min({hidable_backward_s}, {backward_pass_s}))");
  private static final Term REPLICAS =
      Term.of(
          "data_parallel_s",
          "s",
          "sums among shard groups that the last backward pass does not hide",
          "max(0, {replica_sum_s} - {data_window_share} * {backward_pass_s})");

  private final Links links;
  private final Ledger ledger;
  private final List<String> parts = new ArrayList<>();

  ReplicaTerms(Links links, Ledger ledger) {
    this.links = links;
    this.ledger = ledger;
  }

  /** What holds until something is exchanged. */
  static void nothing(Ledger ledger) {
    ledger.put(NO_DATA, 0);
    ledger.put(NO_EACH, 0);
  }

  Ledger ledger() {
    return ledger;
  }

  void open() {
    ledger.open("replicas");
  }

  double put(String name, String unit, double value) {
    return ledger.recording()
        ? ledger.put(Term.input(name, unit, name.replace('_', ' ')), value)
        : value;
  }

  /** One collective. */
  double part(String name, CollectiveOp op, Reach reach, double bytes) {
    return Links.noted(links.curve(op, reach), bytes, ledger, name, Links.EXCHANGE);
  }

  /**
   * Collectives of all layers.
   *
   * @param layer of one
   * @param share a layer's part of the parameters
   * @param experts of routed experts, all layers at once
   */
  double byLayer(String name, double layer, double share, double experts) {
    double seconds = layer / share + experts;
    if (ledger.recording()) {
      String word = name.startsWith("gather") ? "gather" : "scatter";
      put("layer_share", "", share);
      String formula = "{layer_" + word + "_s} / {layer_share} + {expert_" + word + "_s}";
      ledger.put(Term.of(name, "s", "all layers, one after the other", formula), seconds);
    }
    return seconds;
  }

  /** Buckets one after the other; 0 in a group of one rank. */
  double inBuckets(
      String name,
      CollectiveOp op,
      Reach reach,
      RankTensors.Buckets buckets,
      double bytesPerParameter) {
    CollectiveCurve curve = links.curve(op, reach);
    StringBuilder formula = new StringBuilder();
    double seconds = 0;
    ledger.open(name);
    for (int i = 0; i < buckets.counts().length; i++) {
      double size = buckets.parameters()[i] * bytesPerParameter;
      int count = buckets.counts()[i];
      if (ledger.recording()) {
        put("buckets_" + i, "", count);
        formula.append(formula.isEmpty() ? "" : " + ");
        formula.append("{buckets_").append(i).append("} * {bucket_").append(i).append("_s}");
        seconds += count * Links.noted(curve, size, ledger, "bucket_" + i + "_s", Links.EXCHANGE);
      } else {
        seconds += count * curve.seconds(size, Ledger.OFF);
      }
    }
    if (ledger.recording()) {
      String text = formula.isEmpty() ? "0" : formula.toString();
      ledger.close(Term.of(name, "s", "buckets, one after the other", text), seconds);
      parts.add(name);
    }
    return seconds;
  }

  /** The sum of what was put since the last sum. */
  void sum(String name, double seconds) {
    if (ledger.recording()) {
      String formula = parts.isEmpty() ? "0" : "{" + String.join("} + {", parts) + "}";
      ledger.put(Term.of(name, "s", "all of them by themselves", formula), seconds);
      parts.clear();
    }
  }

  /**
   * @param ends whether the first and the last bucket show, as something hides the others
   */
  void close(boolean ends, double exposed, double contention) {
    if (ledger.recording()) {
      String last = ends ? " + ({scatters_s} + {gathers_s}) / max(1, {window_layers}))" : ")";
      ledger.put(Term.of("data_exposed_s", "s", "what nothing hides", EXPOSED + last), exposed);
      ledger.close(DATA, exposed + contention);
    }
  }

  void closeEach(double exposed, double contention) {
    if (ledger.recording()) {
      ledger.put(EACH_EXPOSED, exposed);
      ledger.close(EACH, exposed + contention);
    }
  }

  void closeReplicas(
      Reach replica, double bytes, double windowShare, double backward, double exposed) {
    if (ledger.recording()) {
      open();
      part("replica_sum_s", CollectiveOp.ALL_REDUCE, replica, bytes);
      put("data_window_share", "", windowShare);
      put("backward_pass_s", "s", backward);
      ledger.close(REPLICAS, exposed);
    }
  }
}
