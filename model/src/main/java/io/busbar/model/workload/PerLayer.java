package io.busbar.model.workload;

import java.util.List;

/** A number that is the same in all layers, or a list with an entry for each. Immutable. */
final class PerLayer {
  private final List<Integer> entries;
  private final int same;

  private PerLayer(List<Integer> entries, int same) {
    this.entries = entries;
    this.same = same;
  }

  /** Reads a field; a list of another length than the layers is a problem. */
  static PerLayer read(ConfigFields config, String name, int layers, int fallback) {
    if (!config.isList(name)) {
      return new PerLayer(List.of(), config.amountOr(fallback, ConfigFields.MAX_INNER, name));
    }
    List<Integer> entries = config.amounts(name, ConfigFields.MAX_INNER);
    if (entries.size() != layers) {
      config.problem(
          name, entries.size() + " entries", "one entry for each of the " + layers + " layers");
      return new PerLayer(List.of(), fallback);
    }
    return new PerLayer(entries, fallback);
  }

  int at(int layer) {
    return entries.isEmpty() ? same : entries.get(layer);
  }
}
