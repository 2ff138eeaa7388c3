package io.busbar.plan.textbook;

import io.busbar.base.quantity.Money;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.Models;
import io.busbar.model.workload.ParameterCount;
import org.jspecify.annotations.Nullable;

/**
 * What both arithmetics start from. Immutable.
 *
 * @param model what is trained
 * @param layout how it is split and how much is computed
 * @param machine on what
 * @param gradients the ranks that reduce the gradients of dense parameters
 * @param experts experts and the ranks that reduce their gradients; null without experts
 * @param prices null when no price was given
 * @param computeSeconds computing of a step as the step model has it; null: counted from FLOPs
 */
public record TextbookInputs(
    Model model,
    Layout layout,
    Machine machine,
    Group gradients,
    @Nullable Experts experts,
    @Nullable Prices prices,
    @Nullable Double computeSeconds) {

  /** All-reduces of a layer's forward pass: behind attention and behind the feed-forward part. */
  private static final int SUMS = 2;

  /**
   * @param nominalParameters the number in its name, which the textbook uses
   * @param denseParameters counted exactly, without experts
   * @param multipliedParameters those that a token is multiplied with: active ones without the
   *     embedding table
   * @param layers layers
   * @param hidden width
   * @param tensorSums all-reduces of a layer's forward pass among tensor-parallel ranks
   */
  public record Model(
      double nominalParameters,
      double denseParameters,
      double multipliedParameters,
      int layers,
      int hidden,
      int tensorSums) {}

  /**
   * @param tp tensor-parallel ranks
   * @param pp pipeline stages
   * @param virtualStages model chunks per rank
   * @param cp context-parallel ranks
   * @param sequence tokens of a sequence
   * @param microBatch sequences of a micro-batch
   * @param microBatches micro-batches per replica and step
   * @param tokens tokens per step
   * @param gradientBytes bytes of a gradient on the wire
   */
  public record Layout(
      int tp,
      int pp,
      int virtualStages,
      int cp,
      int sequence,
      int microBatch,
      long microBatches,
      double tokens,
      double gradientBytes) {}

  /**
   * Rates per direction.
   *
   * @param gpus all of them
   * @param gpusPerNode GPUs of a node
   * @param domainGpus GPUs of a scale-up domain
   * @param nicsPerNode NICs of a node; 0 without a network
   * @param nicBytesPerSecond line rate of a NIC
   * @param networkBytesPerSecond share of a GPU in them
   * @param scaleUpBytesPerSecond scale-up links of a GPU together; 0 without such links
   * @param peerBytesPerSecond what one peer gets of them
   * @param peakFlopPerSecond peak dense BF16 rate of a GPU
   */
  public record Machine(
      int gpus,
      int gpusPerNode,
      int domainGpus,
      int nicsPerNode,
      double nicBytesPerSecond,
      double networkBytesPerSecond,
      double scaleUpBytesPerSecond,
      double peerBytesPerSecond,
      double peakFlopPerSecond) {}

  /**
   * A communicator: its ranks, how many of them share a scale-up domain, and what a rank gets
   * inside and between domains.
   */
  public record Group(
      int ranks, int ranksPerDomain, double insideBytesPerSecond, double outsideBytesPerSecond) {}

  /**
   * @param parameters all experts of all layers
   * @param ranks ranks of a stage over which they are split (ep·etp)
   * @param gradients the ranks that hold the same ones
   */
  public record Experts(double parameters, int ranks, Group gradients) {}

  /** What a GPU costs per hour, and the hours of a year that are paid. */
  public record Prices(Money perGpuHour, double hoursPerYear) {}

  /** The inputs of a plan, without prices and with computing counted from FLOPs. */
  public static TextbookInputs of(ModelSpec model, Cluster cluster, Training training) {
    Parallelism p = training.parallelism();
    Placement placement = new Placement(cluster, whole(p));
    double experts = expertParameters(model.parameters());
    return new TextbookInputs(
        model(model, experts),
        new Layout(
            p.tp(),
            p.pp(),
            p.virtualStages(),
            p.cp(),
            training.batch().sequence(),
            training.batch().microBatch(),
            training.microBatches(),
            training.tokens(),
            training.numerics().gradientReduceBytes()),
        machine(cluster),
        group(placement.reach(GroupKind.SHARD)),
        experts > 0
            ? new Experts(experts, p.ep() * p.etp(), group(placement.reach(GroupKind.EXPERT_DP)))
            : null,
        null,
        null);
  }

  /** The same with the price of a GPU. */
  public TextbookInputs withPrices(Money perGpuHour, double hoursPerYear) {
    Prices given = new Prices(perGpuHour, hoursPerYear);
    return new TextbookInputs(model, layout, machine, gradients, experts, given, computeSeconds);
  }

  /** The same with computing of a step as the step model has it. */
  public TextbookInputs withComputeSeconds(double seconds) {
    return new TextbookInputs(model, layout, machine, gradients, experts, prices, seconds);
  }

  private static Model model(ModelSpec model, double experts) {
    ParameterCount count = model.parameters();
    double table = model.tiedEmbeddings() ? 0 : count.embedding();
    return new Model(
        Models.nominalParameters(model),
        count.total() - experts,
        count.active() - table,
        model.layerCount(),
        model.hidden(),
        model.parallelBlocks() ? 1 : SUMS);
  }

  private static double expertParameters(ParameterCount count) {
    double sum = 0;
    for (ParameterCount.PerLayer layer : count.layers()) {
      sum += (double) layer.count() * layer.experts();
    }
    return sum;
  }

  private static Machine machine(Cluster cluster) {
    return new Machine(
        cluster.gpus(),
        cluster.node().gpus(),
        cluster.gpusPerDomain(),
        cluster.node().nics(),
        cluster.node().nicBytesPerSecond(),
        cluster.networkBytesPerSecond(),
        cluster.node().gpu().scaleUpBytesPerSecond(),
        peer(cluster),
        cluster.node().gpu().bf16FlopPerSecond());
  }

  private static double peer(Cluster cluster) {
    return cluster.node().scaleUp() == ScaleUp.SWITCHED
        ? cluster.node().gpu().scaleUpBytesPerSecond()
        : cluster.scaleUpPeerBytesPerSecond();
  }

  /** Gradients are summed over all replicas, whatever part of them shares optimizer states. */
  private static Parallelism whole(Parallelism p) {
    return p.with(p.sharding(), 0);
  }

  private static Group group(Reach reach) {
    return new Group(
        reach.ranks(),
        reach.ranksPerDomain(),
        reach.insideBytesPerSecond(),
        reach.ringBytesPerSecond());
  }
}
