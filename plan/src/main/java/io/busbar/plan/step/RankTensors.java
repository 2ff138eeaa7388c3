package io.busbar.plan.step;

import io.busbar.model.training.BucketRule;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Training;
import io.busbar.model.workload.Mixer;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.ParameterCount;
import java.util.ArrayList;
import java.util.List;

/**
 * The trained parameters of a rank of an average stage, tensor by tensor in the order of
 * registration: the larger of embedding and output (both without a pipeline), equal layers. Every
 * statement on what replicas exchange starts from them. Immutable.
 */
public final class RankTensors {
  /** Projections of a feed-forward part: gate, up and down. */
  private static final int FEED_FORWARD = 3;

  /**
   * Parameters whose gradients are ready at the same time.
   *
   * @param expert whether they belong to experts, which have communicators of their own
   */
  public record Tensor(double parameters, boolean expert) {}

  /**
   * Buckets of one kind of parameters, equal ones together.
   *
   * @param parameters of a bucket, by size
   * @param counts how many of that size
   */
  public record Buckets(double[] parameters, int[] counts) {
    public int count() {
      int sum = 0;
      for (int count : counts) {
        sum += count;
      }
      return sum;
    }
  }

  private final double embedding;
  private final double output;
  private final int layers;
  private final List<Tensor> layer;

  private RankTensors(double embedding, double output, int layers, List<Tensor> layer) {
    this.embedding = embedding;
    this.output = output;
    this.layers = layers;
    this.layer = List.copyOf(layer);
  }

  public static RankTensors of(ModelSpec model, Training training) {
    Parallelism p = training.parallelism();
    ParameterCount count = model.parameters();
    double share = training.trained().share();
    int layers = Math.max(1, Math.ceilDiv(model.layerCount(), p.pp()));
    double dense = (double) count.multiToken() / p.tp();
    double experts = 0;
    for (ParameterCount.PerLayer one : count.layers()) {
      dense += one.count() * ((double) one.dense() / p.tp() + one.norms());
      experts += (double) one.count() * one.experts();
    }
    double ofLayer = share * dense / p.pp() / layers;
    double ofExperts = share * experts / ((double) p.pp() * p.ep() * p.etp()) / layers;
    boolean whole = p.pp() == 1;
    double first = whole ? count.embedding() : Math.max(count.embedding(), count.output());
    return new RankTensors(
        share * first / p.tp(),
        whole ? share * count.output() / p.tp() : 0,
        layers,
        layer(model, share / p.tp(), ofLayer, ofExperts));
  }

  /** Projections of attention, then three of the feed-forward, then experts. */
  private static List<Tensor> layer(ModelSpec model, double share, double dense, double experts) {
    List<Tensor> tensors = new ArrayList<>();
    double rest = dense;
    if (model.layers().getFirst().mixer() instanceof Mixer.Attention a) {
      double head = share * a.headDim() * model.hidden();
      for (int heads : new int[] {a.heads(), a.kvHeads(), a.kvHeads(), a.heads()}) {
        double parameters = Math.min(rest, head * heads);
        tensors.add(new Tensor(parameters, false));
        rest -= parameters;
      }
    }
    for (int part = 0; part < FEED_FORWARD; part++) {
      tensors.add(new Tensor(rest / FEED_FORWARD, false));
    }
    if (experts > 0) {
      tensors.add(new Tensor(experts, true));
    }
    return tensors;
  }

  public double embedding() {
    return embedding;
  }

  /** 0 where another stage has it, or the embedding is it. */
  public double output() {
    return output;
  }

  public int layers() {
    return layers;
  }

  /** Tensors of each layer. */
  public List<Tensor> layer() {
    return layer;
  }

  /** Parameters outside routed experts, or of these. */
  public double parameters(boolean expert) {
    double sum = 0;
    for (Tensor tensor : layer) {
      sum += tensor.expert() == expert ? tensor.parameters() : 0;
    }
    return layers * sum + (expert ? 0 : embedding + output);
  }

  /**
   * The buckets that a backward pass fills, from the last tensor to the first.
   *
   * @param gradientBytes of a parameter
   */
  public Buckets buckets(BucketRule rule, double gradientBytes, boolean expert) {
    Filling filling = new Filling(rule, gradientBytes);
    if (!expert) {
      filling.add(output);
    }
    for (int l = 0; l < layers; l++) {
      for (int t = layer.size() - 1; t >= 0; t--) {
        if (layer.get(t).expert() == expert) {
          filling.add(layer.get(t).parameters());
        }
      }
    }
    if (!expert) {
      filling.add(embedding);
    }
    return filling.end();
  }

  /** Counts buckets by size; few sizes follow each other again and again. */
  private static final class Filling {
    private final BucketRule rule;
    private final double gradientBytes;
    private final List<Double> sizes = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private double held;
    private boolean first = true;

    Filling(BucketRule rule, double gradientBytes) {
      this.rule = rule;
      this.gradientBytes = gradientBytes;
    }

    void add(double parameters) {
      held += parameters;
      if (held > 0 && rule.full(held * gradientBytes, first)) {
        close();
      }
    }

    private void close() {
      first = false;
      int at = sizes.indexOf(held);
      if (at < 0) {
        sizes.add(held);
        counts.add(1);
      } else {
        counts.set(at, counts.get(at) + 1);
      }
      held = 0;
    }

    Buckets end() {
      if (held > 0) {
        close();
      }
      double[] parameters = new double[sizes.size()];
      int[] each = new int[parameters.length];
      for (int i = 0; i < each.length; i++) {
        parameters[i] = sizes.get(i);
        each[i] = counts.get(i);
      }
      return new Buckets(parameters, each);
    }
  }
}
