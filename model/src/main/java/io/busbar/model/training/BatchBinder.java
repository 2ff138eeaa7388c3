package io.busbar.model.training;

import static io.busbar.model.training.TrainingShape.ACCUMULATION;
import static io.busbar.model.training.TrainingShape.GLOBAL_BATCH;
import static io.busbar.model.training.TrainingShape.GLOBAL_TOKENS;
import static io.busbar.model.training.TrainingShape.MAX_SEQUENCES;
import static io.busbar.model.training.TrainingShape.MICRO_BATCH;
import static io.busbar.model.training.TrainingShape.SEQUENCE;

import io.busbar.base.report.Severity;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.model.training.LayoutSink.Breach;
import io.busbar.model.training.LayoutSink.Remark;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.PublishedBatch;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes sequences per step of global_batch, global_tokens or accumulation. An option of the command
 * line stands above whichever of them the file gives. Used once per file; not thread-safe.
 */
final class BatchBinder {
  private static final int DEFAULT_SEQUENCE = 8192;
  private static final long DEFAULT_TOKENS = 1L << 22;

  /**
   * Tokens per GPU and step below which pipelines of large models run dry: Llama 3 405B trained
   * with 16 million on 16,384 GPUs, the least per GPU of the published large runs.
   */
  private static final long TOKENS_PER_GPU = 1024;

  private static final List<Key<?>> SIZES = List.of(GLOBAL_BATCH, GLOBAL_TOKENS, ACCUMULATION);

  private final Fields batch;
  private final LayoutSink report;
  private final @Nullable PublishedBatch usual;
  private final int sequence;
  private String key = "batch.global_batch";
  private long globalBatch;
  private @Nullable Integer microBatch;

  /**
   * @param usual the batch that the model's makers trained with; null when not known
   */
  BatchBinder(
      Fields batch, @Nullable ModelSpec model, @Nullable PublishedBatch usual, LayoutSink report) {
    this.batch = batch;
    this.usual = usual;
    this.report = report;
    this.sequence = sequence(model);
  }

  private int sequence(@Nullable ModelSpec model) {
    Integer given = batch.find(SEQUENCE);
    if (given != null) {
      return given;
    }
    int limit = model == null ? 0 : model.maxSequence();
    int wanted = usual == null ? DEFAULT_SEQUENCE : usual.sequence();
    int chosen = limit > 0 ? Math.min(limit, wanted) : wanted;
    if (!batch.failed(SEQUENCE)) {
      assume(
          "batch.sequence", chosen + " tokens per sequence" + asPublished(), "set batch.sequence");
    }
    return chosen;
  }

  int sequence() {
    return sequence;
  }

  /** Sequences per step; 0 when they are not known. */
  long globalBatch() {
    return globalBatch;
  }

  /** Null when left to the search. */
  @Nullable Integer microBatch() {
    return microBatch;
  }

  /** The key by which the batch was given, for messages about it. */
  String key() {
    return key;
  }

  /**
   * Works the batch out.
   *
   * @param replicas dp; 0 when not known
   * @param gpus GPUs of the cluster; 0 when not known
   * @return whether it is known
   */
  boolean bind(LayoutRequest layout, int replicas, long gpus) {
    Integer given = batch.find(MICRO_BATCH);
    microBatch = given;
    if (SIZES.stream().anyMatch(batch::failed) || batch.failed(MICRO_BATCH)) {
      return false;
    }
    List<Key<?>> chosen = chosen();
    if (chosen.size() > 1) {
      refuseSecond(chosen);
      return false;
    }
    if (chosen.isEmpty()) {
      return assumeBatch(layout, replicas, gpus);
    }
    key = "batch." + chosen.getFirst().name();
    Key<?> size = chosen.getFirst();
    if (size.equals(ACCUMULATION)) {
      return fromAccumulation(layout, replicas);
    }
    return size.equals(GLOBAL_TOKENS) ? fromTokens() : fromSequences();
  }

  /** Those given by options when there are any, else those of the file. */
  private List<Key<?>> chosen() {
    List<Key<?>> given = given(true);
    return given.isEmpty() ? given(false) : given;
  }

  private List<Key<?>> given(boolean byOption) {
    Stream<Key<?>> sizes = SIZES.stream();
    return sizes.filter(k -> batch.has(k) && isOption(k) == byOption).toList();
  }

  private boolean isOption(Key<?> size) {
    return batch.at(size).source().startsWith("--");
  }

  private void refuseSecond(List<Key<?>> chosen) {
    Key<?> second = chosen.get(1);
    report.error(() ->
        new Breach(
            "batch." + second.name(),
            String.valueOf(batch.find(second)),
            "one of global_batch, global_tokens and accumulation, not several",
            "leave out all but " + chosen.getFirst().name()));
  }

  private boolean fromSequences() {
    globalBatch = batch.get(GLOBAL_BATCH);
    return true;
  }

  private boolean fromTokens() {
    long tokens = batch.get(GLOBAL_TOKENS);
    if (tokens % sequence != 0) {
      long below = tokens / sequence;
      report.error(() ->
          new Breach(
              key,
              tokens + " tokens",
              "a multiple of the sequence, " + sequence + " tokens",
              (below == 0 ? "" : below * sequence + " tokens (" + below + " sequences) or ")
                  + (below + 1) * sequence
                  + " tokens ("
                  + (below + 1)
                  + " sequences)"));
      return false;
    }
    globalBatch = tokens / sequence;
    return true;
  }

  private boolean fromAccumulation(LayoutRequest layout, int replicas) {
    int accumulation = batch.get(ACCUMULATION);
    if (layout.isOpen()) {
      report.error(() ->
          new Breach(
              key,
              Integer.toString(accumulation),
              "global_batch or global_tokens instead, since the layout is left open",
              "accumulation gives a batch only with tp and pp; or give both"));
      return false;
    }
    if (microBatch == null) {
      // How many micro-batches makes no batch before one has a size.
      microBatch = 1;
    }
    long sequences = (long) accumulation * microBatch * replicas;
    if (sequences > MAX_SEQUENCES) {
      report.error(() ->
          new Breach(
              key,
              Integer.toString(accumulation),
              "a global batch of at most " + MAX_SEQUENCES + " sequences",
              "with micro_batch " + microBatch + " and dp " + replicas + " it is " + sequences));
      return false;
    }
    globalBatch = sequences;
    remarkChange(accumulation, replicas);
    return globalBatch > 0;
  }

  /** An option for accumulation over a file that gives the batch itself. */
  private void remarkChange(int accumulation, int replicas) {
    Long sequences = batch.find(GLOBAL_BATCH);
    Long tokens = batch.find(GLOBAL_TOKENS);
    long before = sequences != null ? sequences : tokens != null ? tokens / sequence : globalBatch;
    if (globalBatch == 0 || before == globalBatch) {
      return;
    }
    report.remark(() ->
        new Remark(
            "accumulation-changes-global-batch",
            Severity.WARNING,
            key,
            "accumulation "
                + accumulation
                + " makes the global batch "
                + amount(globalBatch)
                + " instead of "
                + amount(before),
            "global batch = accumulation x micro_batch "
                + microBatch
                + " x dp "
                + replicas
                + "; another batch trains differently, not only faster or slower",
            "leave accumulation out to keep " + before + " sequences"));
  }

  private String amount(long sequences) {
    return String.format(
        Locale.ROOT, "%,d sequences (%,d tokens)", sequences, sequences * sequence);
  }

  /**
   * As published for the model, else about four million tokens or {@link #TOKENS_PER_GPU} on
   * clusters that need more, in sequences that the layout divides; while it is open, {@link
   * #openStep}.
   */
  private boolean assumeBatch(LayoutRequest layout, int replicas, long gpus) {
    long tokens = usual == null ? Math.max(DEFAULT_TOKENS, TOKENS_PER_GPU * gpus) : usual.tokens();
    long step;
    long least = 1;
    if (layout.isOpen()) {
      step = openStep(tokens, gpus);
    } else if (replicas > 0) {
      Parallelism p = layout.parallelism(replicas);
      long each = (long) (microBatch == null ? 1 : microBatch) * replicas;
      boolean interleaves = p.pp() > 1 && layout.schedule() == null;
      step = (interleaves ? p.pp() : PipelineRules.microBatchStep(p)) * each;
      least = PipelineRules.fewestMicroBatches(p) * each;
    } else {
      return false;
    }
    long nearest = Math.max(1, Math.round((double) tokens / sequence / step)) * step;
    globalBatch = Math.max(least, nearest);
    assume(
        key, "a global batch of " + amount(globalBatch) + asPublished(), "set batch.global_batch");
    return true;
  }

  private String asPublished() {
    return usual == null ? "" : ", as published (" + usual.source() + ")";
  }

  /**
   * What an assumed batch is a multiple of while the layout is open: the odd part of the GPU count
   * times the largest power of two that leaves a choice of two or three such batches, so that most
   * splits into replicas divide it. 1 for a published batch that the odd part divides: it was
   * chosen to be split.
   */
  private long openStep(long tokens, long gpus) {
    long odd = Math.max(1, gpus) >> Long.numberOfTrailingZeros(Math.max(1, gpus));
    if (usual != null && tokens / sequence % odd == 0) {
      return 1;
    }
    long times = tokens / sequence / odd;
    return times < 2 ? odd : odd * (Long.highestOneBit(times) / 2);
  }

  private void assume(String where, String what, String fix) {
    report.remark(() ->
        new Remark("assumed", Severity.INFO, where, "assumed: " + what, "nothing was given", fix));
  }
}
