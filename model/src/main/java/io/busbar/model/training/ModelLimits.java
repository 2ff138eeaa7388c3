package io.busbar.model.training;

import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.Mixer;
import io.busbar.model.workload.ModelSpec;
import java.util.Set;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;

/**
 * The figures of a model that a layout has to divide, distinct and lowered to arrays. Immutable;
 * made once per model.
 */
public final class ModelLimits {
  /**
   * Embedding and output projection, which may stand in the first and last chunk in place of a
   * layer (Megatron-Core's account-for-embedding/loss-in-pipeline-split; 126 + 2 of Llama 3 405B).
   */
  private static final int ENDS = 2;

  final int layers;
  final int maxSequence;
  final Parts heads;
  final Parts keyValueHeads;
  final Parts hidden;
  final Parts denseWidths;
  final Parts expertWidths;
  final Parts experts;

  private ModelLimits(ModelSpec model, Collector all) {
    layers = model.layerCount();
    maxSequence = model.maxSequence();
    heads = new Parts("attention heads", all.heads);
    keyValueHeads = new Parts("key/value heads", all.keyValueHeads);
    hidden = new Parts("hidden width", new TreeSet<>(Set.of(model.hidden())));
    denseWidths = new Parts("feed-forward width", all.denseWidths);
    expertWidths = new Parts("expert width", all.expertWidths);
    experts = new Parts("experts", all.experts);
  }

  public static ModelLimits of(ModelSpec model) {
    Collector all = new Collector();
    for (LayerGroup group : model.layers()) {
      all.add(group.mixer());
      all.add(group.feedForward());
    }
    return new ModelLimits(model, all);
  }

  /** Whether layers, embedding and output projection together divide into so many chunks. */
  boolean endsFillUp(long chunks) {
    return (layers + ENDS) % chunks == 0;
  }

  /**
   * Layers of the fullest of {@code pp} ranks with so many chunks each; embedding and output
   * projection stand in for a layer each where only that divides.
   */
  public int mostLayers(int pp, int chunksPerRank) {
    int chunks = pp * chunksPerRank;
    int cut = layers % chunks != 0 && endsFillUp(chunks) ? layers + ENDS : layers;
    return (cut + chunks - 1) / chunks * chunksPerRank;
  }

  /**
   * Distinct figures of one kind, ascending; their greatest common divisor is what degrees divide.
   */
  static final class Parts {
    final String name;
    final int[] values;
    final long gcd;

    private Parts(String name, SortedSet<Integer> distinct) {
      this.name = name;
      this.values = distinct.stream().mapToInt(Integer::intValue).toArray();
      long common = 0;
      for (int value : values) {
        common = Divisors.gcd(common, value);
      }
      this.gcd = common;
    }

    boolean none() {
      return values.length == 0;
    }

    boolean dividedBy(long degree) {
      return gcd % degree == 0;
    }

    int smallest() {
      return values[0];
    }

    /** {@code attention heads 64}. */
    @Override
    public String toString() {
      StringJoiner out = new StringJoiner("/", name + " ", "");
      for (int value : values) {
        out.add(Integer.toString(value));
      }
      return out.toString();
    }
  }

  private static final class Collector {
    private final TreeSet<Integer> heads = new TreeSet<>();
    private final TreeSet<Integer> keyValueHeads = new TreeSet<>();
    private final TreeSet<Integer> denseWidths = new TreeSet<>();
    private final TreeSet<Integer> expertWidths = new TreeSet<>();
    private final TreeSet<Integer> experts = new TreeSet<>();

    private void add(Mixer mixer) {
      switch (mixer) {
        case Mixer.Attention a -> {
          heads.add(a.heads());
          keyValueHeads.add(a.kvHeads());
        }
        case Mixer.LatentAttention a -> heads.add(a.heads());
        case Mixer.Mamba m -> {
          heads.add(m.heads());
          keyValueHeads.add(m.groups());
        }
        case Mixer.LinearAttention a -> {
          heads.add(a.valueHeads());
          keyValueHeads.add(a.keyHeads());
        }
        case Mixer.None none -> {}
      }
    }

    private void add(FeedForward part) {
      switch (part) {
        case FeedForward.Dense d -> denseWidths.add(d.width());
        case FeedForward.Experts e -> {
          experts.add(e.experts());
          expertWidths.add(e.width());
          if (e.sharedWidth() > 0) {
            denseWidths.add(e.sharedWidth());
          }
        }
        case FeedForward.None none -> {}
      }
    }
  }
}
