package io.busbar.plan;

import io.busbar.model.training.TrainingRequest;
import io.busbar.plan.effect.Change;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.search.LayoutSearch;
import io.busbar.plan.search.NearBatches;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Other global batches for a cluster whose GPUs do not divide the given one, each with its own best
 * layout: one more search for each. Only where the layout is open. Stateless.
 */
final class BatchChanges {
  /** A smaller gain is not worth another batch. */
  private static final double WORTHWHILE = 0.02;

  private BatchChanges() {}

  static List<Change> of(PlanFile file, Situation now) {
    TrainingRequest request = file.training();
    List<Change> changes = new ArrayList<>();
    if (!request.layout().isOpen() || request.layout().dp() != null) {
      return changes;
    }
    int gpus = file.cluster().gpus();
    long forced = NearBatches.forced(gpus, request.globalBatch());
    for (long batch : NearBatches.of(gpus, request.globalBatch())) {
      LayoutSearch.Found found =
          new LayoutSearch(now.model(), now.cluster(), request.withGlobalBatch(batch), now.times())
              .run(1);
      if (!found.best().isEmpty()) {
        Change change = change(now, batch, forced, found.best().getFirst());
        if (change.gain() >= WORTHWHILE) {
          changes.add(change);
        }
      }
    }
    return changes;
  }

  private static Change change(
      Situation now, long batch, long forced, LayoutSearch.Candidate best) {
    return new Change(
        "global-batch-" + batch,
        String.format(Locale.ROOT, "make the global batch %,d sequences", batch),
        String.format(
            Locale.ROOT,
            "%,d GPUs share %,d sequences only where tp x pp x cp is a multiple of %,d",
            now.cluster().gpus(),
            now.training().batch().globalBatch(),
            forced),
        "batch.global_batch",
        null,
        true,
        now,
        now.with(best.training()));
  }

  /** {@code 4,032 or 4,608}. */
  static String written(List<Long> batches) {
    return batches.stream()
        .sorted()
        .map(batch -> String.format(Locale.ROOT, "%,d", batch))
        .collect(Collectors.joining(" or "));
  }
}
