package io.busbar.plan.economy;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.Term;
import org.jspecify.annotations.Nullable;

/**
 * What happens outside the step: input, checkpoints, failures. A loss line of its own, never part
 * of the step time. Null where a rate was not given.
 *
 * @param inputBytesPerSecond tokens of a step over its time, all replicas together
 * @param inputShareOfReadRate that over the storage's read rate
 * @param checkpointBytes weights and optimizer states of the whole model, once
 * @param checkpointSeconds writing them at the storage's rate
 * @param checkpointIntervalSeconds as given, else the interval with the least loss
 * @param meanTimeBetweenFailuresSeconds of the whole job
 * @param lossShare part of the time lost to checkpoints and to work done again after failures
 */
public record OutsideCompute(
    double inputBytesPerSecond,
    @Nullable Double inputShareOfReadRate,
    double checkpointBytes,
    @Nullable Double checkpointSeconds,
    @Nullable Double checkpointIntervalSeconds,
    double meanTimeBetweenFailuresSeconds,
    @Nullable Double lossShare) {

  /**
   * GPU-hours between unexpected interruptions: 419 of them in 54 days on 16,384 H100 give 3.09 h
   * for the job. Scaled with 1/GPUs, which assumes that failures are independent.
   */
  public static final double GPU_HOURS_BETWEEN_FAILURES = 54.0 * 24 / 419 * 16_384;

  /** Bytes of a parameter's weight in a checkpoint, beside its optimizer states. */
  public static final double CHECKPOINT_WEIGHT_BYTES = 2;

  private static final Term TOKENS = Term.input("tokens_per_step", "", "tokens of a step");
  private static final Term TOKEN_BYTES = Term.input("bytes_per_token", "B", "input of one token");
  private static final Term STEP = Term.input("step_s", "s", "time of a step");
  private static final Term INPUT =
      Term.of(
          "input_bytes_per_s",
          "B/s",
          "input that all replicas read together",
          "{tokens_per_step} * {bytes_per_token} / {step_s}");
  private static final Term PARAMETERS = Term.input("parameters", "", "parameters of the model");
  private static final Term STATE_BYTES =
      Term.input("bytes_per_parameter", "B", "weights and optimizer states kept per parameter");
  private static final Term CHECKPOINT =
      Term.of("checkpoint_bytes", "B", "one checkpoint", "{parameters} * {bytes_per_parameter}");
  private static final Term WRITE = Term.input("write_bytes_per_s", "B/s", "storage write rate");
  private static final Term CHECKPOINT_SECONDS =
      Term.of(
          "checkpoint_s",
          "s",
          "writing a checkpoint while training waits",
          "{checkpoint_bytes} / {write_bytes_per_s}");
  private static final Term GPUS = Term.input("gpus", "", "GPUs of the job");
  private static final Term GPU_HOURS =
      Term.constant(
          "gpu_hours_between_failures",
          "h",
          "GPU-hours between unexpected interruptions",
          "Llama 3 herd of models: 419 in 54 days on 16,384 H100");
  private static final Term MTBF =
      Term.of(
          "mean_time_between_failures_s",
          "s",
          "time between interruptions of the job",
          "{gpu_hours_between_failures} * 3600 / {gpus}");
  private static final Term YOUNG =
      Term.of(
              "checkpoint_interval_s",
              "s",
              "interval with the least loss",
              "sqrt(2 * {checkpoint_s} * {mean_time_between_failures_s})")
          .from("Young 1974; holds while the interval is well below the time between failures");
  private static final Term GIVEN_INTERVAL =
      Term.input("checkpoint_interval_s", "s", "interval between checkpoints");
  private static final Term LOSS =
      Term.of(
          "outside_loss",
          "",
          "time lost to checkpoints and to repeated work",
          "min(1, {checkpoint_s} / {checkpoint_interval_s}"
              + " + {checkpoint_interval_s} / (2 * {mean_time_between_failures_s}))");

  /** What storage can do and how input looks; null where it was not given. */
  public record Rates(
      double bytesPerToken,
      @Nullable Double readBytesPerSecond,
      @Nullable Double writeBytesPerSecond,
      @Nullable Double intervalSeconds) {}

  /**
   * @param bytesPerParameter weights and optimizer states, 2 + 12 for BF16 with Adam in FP32
   */
  public static OutsideCompute of(
      long gpus,
      double parameters,
      double bytesPerParameter,
      double tokensPerStep,
      double stepSeconds,
      Rates rates,
      Ledger ledger) {
    ledger.put(GPUS, gpus);
    ledger.put(TOKENS, tokensPerStep);
    ledger.put(TOKEN_BYTES, rates.bytesPerToken());
    ledger.put(STEP, stepSeconds);
    double input = ledger.put(INPUT, tokensPerStep * rates.bytesPerToken() / stepSeconds);
    ledger.put(PARAMETERS, parameters);
    ledger.put(STATE_BYTES, bytesPerParameter);
    double checkpoint = ledger.put(CHECKPOINT, parameters * bytesPerParameter);
    ledger.put(GPU_HOURS, GPU_HOURS_BETWEEN_FAILURES, Quality.SOURCED, "");
    double mtbf = ledger.put(MTBF, GPU_HOURS_BETWEEN_FAILURES * 3600 / gpus);
    Double share = rates.readBytesPerSecond() == null ? null : input / rates.readBytesPerSecond();
    if (rates.writeBytesPerSecond() == null) {
      return new OutsideCompute(input, share, checkpoint, null, null, mtbf, null);
    }
    ledger.put(WRITE, rates.writeBytesPerSecond());
    double writing = ledger.put(CHECKPOINT_SECONDS, checkpoint / rates.writeBytesPerSecond());
    double interval =
        rates.intervalSeconds() != null
            ? ledger.put(GIVEN_INTERVAL, rates.intervalSeconds())
            : ledger.put(YOUNG, Math.sqrt(2 * writing * mtbf));
    double loss = ledger.put(LOSS, Math.min(1, writing / interval + interval / (2 * mtbf)));
    return new OutsideCompute(input, share, checkpoint, writing, interval, mtbf, loss);
  }
}
