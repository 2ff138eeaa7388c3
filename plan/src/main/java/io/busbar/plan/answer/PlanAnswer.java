package io.busbar.plan.answer;

import io.busbar.base.report.Finding;
import io.busbar.plan.textbook.TextbookComparison;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan: what one step costs and why.
 *
 * @param name of the plan
 * @param model what is trained
 * @param cluster where
 * @param layout how
 * @param stepS predicted time of a step
 * @param fixedS A of the affine form A + c·m
 * @param perMicroBatchS c of the affine form
 * @param microBatches m: micro-batches per replica and step
 * @param globalBatchSequences sequences per step over all replicas
 * @param globalBatchTokens tokens per step over all replicas
 * @param tokensPerS tokens per second of the whole cluster
 * @param tokensPerSPerGpu tokens per second and GPU
 * @param modelFlopPerTokenCausal model FLOP per token, masked attention left out
 * @param modelFlopPerTokenFull the same with attention counted in full
 * @param mfuCausal model FLOP (causal) over the 16-bit peak of all GPUs
 * @param mfuFull the same with attention counted in full
 * @param parameters of the model, exact
 * @param gradientBytesPerGpu gradients on the wire of an average stage: bytes·parameters/(tp·pp)
 * @param gradientBytesHeaviest the same of the stage with the most parameters
 * @param dpAllreduceLineRateS ring all-reduce of {@code gradientBytesPerGpu} among the replicas at
 *     line rate, nothing lost
 * @param bubbleOverIdeal idle over busy time of an even pipeline: (p−1)/(v·m) for 1F1B
 * @param bubbleShare the same as part of the whole: (p−1)/(v·m+p−1)
 * @param stateBytesPerGpu weights, gradients and optimizer states of an average stage
 * @param stepParts where the step's time goes; adds up to {@code stepS}
 * @param communication by dimension
 * @param memory by stage
 * @param gradientBudget gradient communication against its budget
 * @param effects what single changes would do
 * @param scaling from few nodes to all
 * @param cost null when no price was given
 * @param outside input, checkpoints, failures
 * @param layouts the best layouts; empty when the layout was given
 * @param gap against a measured step; null when none was given
 * @param textbook a textbook's estimates beside ours; null unless asked for
 * @param recommendations that the stack can run, ranked by predicted gain
 * @param elsewhere recommendations that only another stack can run
 * @param fits the nearest set-ups that fit, fewest changes first; empty when the plan fits
 * @param findings what the user should know
 * @param assumptions what was filled in
 */
public record PlanAnswer(
    String name,
    String model,
    ClusterSummary cluster,
    LayoutSummary layout,
    double stepS,
    double fixedS,
    double perMicroBatchS,
    long microBatches,
    long globalBatchSequences,
    long globalBatchTokens,
    double tokensPerS,
    double tokensPerSPerGpu,
    double modelFlopPerTokenCausal,
    double modelFlopPerTokenFull,
    double mfuCausal,
    double mfuFull,
    long parameters,
    double gradientBytesPerGpu,
    double gradientBytesHeaviest,
    double dpAllreduceLineRateS,
    double bubbleOverIdeal,
    double bubbleShare,
    double stateBytesPerGpu,
    List<StepPart> stepParts,
    List<DimensionSummary> communication,
    MemorySummary memory,
    GradientBudget gradientBudget,
    List<EffectSummary> effects,
    ScalingSummary scaling,
    @Nullable CostSummary cost,
    OutsideSummary outside,
    List<LayoutChoice> layouts,
    @Nullable GapSummary gap,
    @Nullable TextbookComparison textbook,
    List<Finding> recommendations,
    List<Finding> elsewhere,
    List<FitSummary> fits,
    List<Finding> findings,
    List<String> assumptions) {

  /** Where it runs. */
  public record ClusterSummary(
      String name,
      long gpus,
      int nodes,
      String gpu,
      String network,
      double networkBytesPerSPerGpu) {}

  /** How it is split. */
  public record LayoutSummary(
      int tp,
      boolean sequenceParallel,
      int pp,
      String schedule,
      int virtualStages,
      int cp,
      int ep,
      int etp,
      int dp,
      String sharding,
      int shardGroup,
      String order,
      int microBatch,
      int sequence,
      String precision,
      String recompute,
      double recomputeShare,
      String offload) {}

  /** A part of the step's time. */
  public record StepPart(String part, double seconds, double share) {}

  /**
   * Communication of one dimension.
   *
   * @param group ranks of one communicator
   * @param level farthest level of the network that it crosses
   * @param bytesPerGpu bytes that a GPU sends per step
   * @param totalS time of it, hidden or not
   * @param exposedS what the step waits for
   */
  public record DimensionSummary(
      String dimension,
      int group,
      String level,
      double bytesPerGpu,
      double totalS,
      double exposedS,
      double hiddenS) {}

  /**
   * Memory of all stages.
   *
   * @param verdict fits, tight or does-not-fit
   * @param shortBytes what is missing on the heaviest stage; 0 when it fits or is tight
   * @param hostBytes of one GPU in host memory
   * @param hostRoomBytes what one GPU may take of it; 0 when the host's memory is not known
   * @param heaviestStage counted from 0
   */
  public record MemorySummary(
      String verdict,
      double peakBytes,
      double capacityBytes,
      double shortBytes,
      double hostBytes,
      double hostRoomBytes,
      int heaviestStage,
      List<StageSummary> stages) {}

  /**
   * A set-up near the planned one that fits.
   *
   * @param changes what is changed, as actions
   * @param knobs how many things that is
   * @param options what has to be typed, beside the cluster
   * @param hostBytes of one GPU in host memory
   */
  public record FitSummary(
      List<String> changes,
      int knobs,
      String options,
      long gpus,
      double stepS,
      double tokensPerS,
      double peakBytes,
      double hostBytes,
      String verdict) {}

  /** Memory of one stage by part, bytes per GPU. */
  public record StageSummary(
      int stage, double layers, double totalBytes, java.util.Map<String, Double> partsBytes) {}

  /**
   * Gradient communication against its budget, as shares of the step.
   *
   * @param shareWithoutOverlap of the step if nothing were hidden
   * @param shareWithOverlap of the planned step
   * @param target the budget
   * @param met whether the planned step keeps it
   */
  public record GradientBudget(
      double shareWithoutOverlap, double shareWithOverlap, double target, boolean met) {}

  /**
   * What one change does.
   *
   * @param change in words
   * @param stepS step with it
   * @param tokensPerS tokens per second with it
   * @param gainShare tokens per second gained, relative; negative when it costs
   * @param verdict of memory with it
   */
  public record EffectSummary(
      String change, double stepS, double tokensPerS, double gainShare, String verdict) {}

  /** Scaling from the smallest cluster that holds the layout to this one. */
  public record ScalingSummary(
      List<ScalingPoint> weak, List<ScalingPoint> strong, String baseline) {}

  /**
   * One size.
   *
   * @param efficiency tokens per second and GPU over those of the first point
   * @param lossShares what the loss consists of; adds up to 1 − efficiency
   */
  public record ScalingPoint(
      int nodes,
      long gpus,
      double stepS,
      double tokensPerS,
      double efficiency,
      String verdict,
      List<StepPart> lossShares) {}

  /** Money, in dollars. */
  public record CostSummary(
      double pricePerGpuHourUsd,
      double perStepUsd,
      double perTrillionTokensUsd,
      double perYearUsd,
      double perPointPerYearUsd) {}

  /** What happens outside the step. */
  public record OutsideSummary(
      double inputBytesPerS,
      @Nullable Double inputShareOfReadRate,
      double checkpointBytes,
      @Nullable Double checkpointS,
      @Nullable Double checkpointIntervalS,
      double meanTimeBetweenFailuresS,
      @Nullable Double lossShare) {}

  /**
   * A layout of the search.
   *
   * @param why what it wins by against the next one
   */
  public record LayoutChoice(
      int rank, LayoutSummary layout, double stepS, double peakBytes, String verdict, String why) {}

  /** The plan against a measured step. */
  public record GapSummary(
      double measuredS, double predictedS, double ratio, List<Hypothesis> hypotheses) {}

  /**
   * Something that would explain a gap.
   *
   * @param cause in words
   * @param stepS step if it were so
   * @param closesShare part of the gap that it closes; over 1 when it overshoots
   * @param check how to find out
   */
  public record Hypothesis(String cause, double stepS, double closesShare, String check) {}
}
