package io.busbar.model.training;

import io.busbar.base.report.Severity;
import io.busbar.model.training.LayoutSink.Breach;
import io.busbar.model.training.LayoutSink.Remark;
import java.util.Locale;

/**
 * What pipeline schedules need. Sources: Megatron-Core (interleaving), the DualPipe and zero-bubble
 * implementations of their authors. Stateless.
 */
final class PipelineRules {
  private static final String PP = "parallelism.pp";
  private static final String SCHEDULE = "parallelism.schedule";
  private static final String VIRTUAL = "parallelism.virtual_stages";

  private PipelineRules() {}

  static void check(ModelLimits model, Parallelism p, LayoutSink sink) {
    checkSchedule(p, sink);
    checkLayers(model, p, sink);
  }

  private static void checkSchedule(Parallelism p, LayoutSink sink) {
    boolean interleaved = p.schedule() == PipelineSchedule.INTERLEAVED;
    if (p.virtualStages() > 1 && !interleaved) {
      String read = Integer.toString(p.virtualStages());
      sink.error(() ->
          new Breach(
              VIRTUAL,
              read,
              "1 with schedule " + p.schedule().written(),
              "set schedule: interleaved, or leave virtual_stages out"));
    }
    if (interleaved && p.virtualStages() < 2) {
      sink.error(() ->
          new Breach(
              VIRTUAL,
              "",
              "at least 2 virtual stages per rank with schedule interleaved",
              "e.g. virtual_stages: 2"));
    }
    boolean plain =
        p.schedule() == PipelineSchedule.GPIPE || p.schedule() == PipelineSchedule.ONE_F_ONE_B;
    if (!plain && p.pp() < 2) {
      sink.error(() ->
          new Breach(
              SCHEDULE,
              p.schedule().written(),
              "pp of at least 2 beside it, but pp is " + p.pp(),
              "with a single stage leave schedule out"));
    } else if (p.schedule() == PipelineSchedule.DUAL_PIPE && p.pp() % 2 != 0) {
      sink.error(() ->
          new Breach(
              PP,
              Integer.toString(p.pp()),
              "an even number of stages with schedule dual-pipe",
              Divisors.nearestMultiples(2, p.pp())));
    }
  }

  private static void checkLayers(ModelLimits model, Parallelism p, LayoutSink sink) {
    int chunks = p.schedule() == PipelineSchedule.ZERO_BUBBLE_V ? 2 : p.virtualStages();
    long stages = (long) p.pp() * chunks;
    if (model.layers < p.pp()) {
      sink.error(() ->
          new Breach(
              PP,
              Integer.toString(p.pp()),
              "at most the " + model.layers + " layers of the model",
              Divisors.nearest(model.layers, p.pp())));
    } else if (model.layers < stages && !model.endsFillUp(stages)) {
      String key = p.virtualStages() > 1 ? VIRTUAL : SCHEDULE;
      String read = p.virtualStages() > 1 ? Integer.toString(chunks) : p.schedule().written();
      sink.error(() ->
          new Breach(
              key,
              read,
              "pp "
                  + p.pp()
                  + " x "
                  + chunks
                  + " chunks per rank = "
                  + stages
                  + " to be at most the "
                  + model.layers
                  + " layers of the model",
              "at most " + model.layers / p.pp() + " chunks with this pp"));
    } else if (model.layers > stages && model.layers % stages != 0) {
      sink.remark(() -> uneven(model.layers, stages));
    }
  }

  private static Remark uneven(int layers, long stages) {
    long most = (layers + stages - 1) / stages;
    double mean = (double) layers / stages;
    return new Remark(
        "uneven-stages",
        Severity.WARNING,
        PP,
        layers + " layers do not split evenly over " + stages + " stages",
        String.format(
            Locale.ROOT,
            "the heaviest stage holds %d layers where the mean is %.2f, and every stage waits for"
                + " it: up to %.1f %% of the compute time",
            most,
            mean,
            (most / mean - 1) * 100),
        "choose pp x virtual_stages that divides " + layers);
  }

  /** What the number of micro-batches has to be a multiple of. */
  static long microBatchStep(Parallelism p) {
    return switch (p.schedule()) {
      case INTERLEAVED -> p.pp();
      case DUAL_PIPE -> 2;
      default -> 1;
    };
  }

  /**
   * The fewest micro-batches that the schedule runs with; a multiple of {@link #microBatchStep}.
   */
  static long fewestMicroBatches(Parallelism p) {
    return p.schedule() == PipelineSchedule.DUAL_PIPE ? 2L * p.pp() : microBatchStep(p);
  }

  /**
   * Rules on the number of micro-batches.
   *
   * @param m micro-batches per replica and step
   * @param sequences sequences of one micro-batch over all replicas
   */
  static void checkMicroBatches(Parallelism p, long m, long sequences, LayoutSink sink) {
    int pp = p.pp();
    boolean runs = m % microBatchStep(p) == 0 && m >= fewestMicroBatches(p);
    if (p.schedule() == PipelineSchedule.INTERLEAVED && !runs) {
      sink.error(() ->
          new Breach(
              "batch.global_batch",
              m * sequences + " sequences = " + m + " micro-batches per replica",
              "micro-batches in multiples of pp " + pp + " with schedule interleaved",
              batches(pp * sequences, m * sequences)));
    } else if (p.schedule() == PipelineSchedule.DUAL_PIPE && !runs) {
      sink.error(() ->
          new Breach(
              "batch.global_batch",
              m * sequences + " sequences = " + m + " micro-batches per replica",
              "an even number of micro-batches, at least 2 x pp = "
                  + 2 * pp
                  + ", with schedule dual-pipe",
              m < 2L * pp
                  ? "the smallest global_batch is " + 2L * pp * sequences + " sequences"
                  : batches(2 * sequences, m * sequences)));
    } else if (pp > 1 && m < pp) {
      sink.remark(() ->
          new Remark(
              "pipeline-not-filled",
              Severity.WARNING,
              "batch.global_batch",
              m + " micro-batches do not fill " + pp + " stages",
              "with fewer micro-batches than stages some stage is idle at any time",
              "a global batch of "
                  + pp * sequences
                  + " sequences fills them; a smaller pp"
                  + " needs less"));
    }
  }

  private static String batches(long step, long wanted) {
    return "global_batch " + Divisors.nearestMultiples(step, wanted) + " sequences";
  }
}
