package io.busbar.plan.fit;

import io.busbar.base.stop.Stop;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Batch;
import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.LayoutRules;
import io.busbar.model.training.ModelLimits;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.model.training.TrainingRequest;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.memory.HostRoom;
import io.busbar.plan.memory.MemoryConstant;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.memory.Verdict;
import io.busbar.plan.search.LayoutSearch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nearest set-ups that fit: one changed thing, then two, then three where two are not enough; a
 * layout searched anew counts as one, more nodes as one. The list is ordered by what the changes
 * cost: time only, then time and host memory, then results. One use; not thread-safe. Evaluates
 * some hundred set-ups.
 */
public final class FitSearch {
  private static final int MOST_KNOBS = 3;
  private static final int SHOWN = 5;
  private static final int[] TIMES_LARGER = {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
  private static final int MORE_NODES = 2;

  private final Situation planned;
  private final TrainingRequest request;
  private final MemoryModel memory;
  private final List<Found> found = new ArrayList<>();

  private record Found(Fit fit, int cost) {}

  private FitSearch(Situation planned, TrainingRequest request) {
    this.planned = planned;
    this.request = request;
    this.memory = new MemoryModel(planned.model(), planned.cluster().node().gpu());
  }

  /**
   * The nearest fits of a set-up that does not fit, fewest changes first; empty when it fits or
   * nothing helps.
   *
   * @param request what was asked for, of which a new layout keeps the batch and the formats
   */
  public static List<Fit> of(Situation planned, TrainingRequest request) {
    if (planned.verdict() != Verdict.DOES_NOT_FIT) {
      return List.of();
    }
    FitSearch search = new FitSearch(planned, request);
    search.layouts();
    search.nodes();
    List<Knob> knobs = Knobs.of(planned);
    for (int size = 1; size <= MOST_KNOBS && search.few(); size++) {
      search.combine(knobs, 0, size, new ArrayList<>());
    }
    return search.best();
  }

  private boolean few() {
    return found.size() < SHOWN;
  }

  private List<Fit> best() {
    found.sort(
        Comparator.comparingInt((Found f) -> f.fit().knobs())
            .thenComparingInt(Found::cost)
            .thenComparingDouble(f -> -f.fit().situation().tokensPerSecond()));
    List<Fit> fits = new ArrayList<>();
    Set<String> alike = new HashSet<>();
    for (Found f : found) {
      if (fits.size() < SHOWN && alike.add(f.fit().changes().getFirst())) {
        fits.add(f.fit());
      }
    }
    return fits;
  }

  /** All sets of so many knobs of different names. */
  private void combine(List<Knob> knobs, int from, int size, List<Knob> chosen) {
    Stop.check();
    if (size == 0) {
      consider(chosen);
      return;
    }
    for (int k = from; k < knobs.size(); k++) {
      Knob knob = knobs.get(k);
      if (chosen.stream().noneMatch(c -> c.name().equals(knob.name()))) {
        chosen.add(knob);
        combine(knobs, k + 1, size - 1, chosen);
        chosen.removeLast();
      }
    }
  }

  private void consider(List<Knob> chosen) {
    Training changed = planned.training();
    int cost = 0;
    List<String> words = new ArrayList<>();
    for (Knob knob : chosen) {
      changed = knob.change().apply(changed);
      cost += knob.cost();
      words.add(knob.words());
    }
    if (moreThanNeeded(words)
        || memory.peakBytes(changed) > MemoryConstant.CHOICE_SHARE.value() * memory.capacityBytes()
        || HostRoom.isOver(memory.hostBytes(changed), planned.cluster().node())
        || !rules(changed)) {
      return;
    }
    Situation after = planned.with(changed);
    found.add(
        new Found(new Fit(words, chosen.size(), planned, after, memory.hostBytes(changed)), cost));
  }

  /** Whether a part of these changes is enough already. */
  private boolean moreThanNeeded(List<String> words) {
    return found.stream().anyMatch(f -> words.containsAll(f.fit().changes()));
  }

  private boolean rules(Training t) {
    Batch b = t.batch();
    return new LayoutRules(ModelLimits.of(planned.model()), b.sequence(), b.globalBatch())
        .holds(t.parallelism(), b.microBatch());
  }

  /** Another split of the same GPUs, and one with sharded parameters. */
  private void layouts() {
    for (Sharding sharding : new Sharding[] {Sharding.OPTIMIZER, Sharding.PARAMETERS}) {
      Training best = fastest(planned.cluster(), sharding);
      if (best != null) {
        Situation after = planned.with(best);
        found.add(new Found(new Fit(List.of(split(best)), 1, planned, after, 0), 0));
      }
    }
  }

  /** The fewest nodes on which some split fits, of those tried. */
  private void nodes() {
    Cluster cluster = planned.cluster();
    for (int times : TIMES_LARGER) {
      Cluster larger = cluster.withNodes(cluster.nodes() * times);
      Training best = fastestOf(larger);
      if (best != null) {
        Situation after = Situation.of(planned.model(), larger, best, planned.times());
        String words = larger.nodes() + " nodes (" + larger.gpus() + " GPUs), " + split(best);
        found.add(new Found(new Fit(List.of(words), 1, planned, after, 0), MORE_NODES));
        return;
      }
    }
  }

  private @Nullable Training fastestOf(Cluster cluster) {
    Training whole = fastest(cluster, Sharding.OPTIMIZER);
    return whole != null ? whole : fastest(cluster, Sharding.PARAMETERS);
  }

  private static String split(Training t) {
    var p = t.parallelism();
    return "tp "
        + p.tp()
        + ", pp "
        + p.pp()
        + (p.cp() > 1 ? ", cp " + p.cp() : "")
        + (p.ep() > 1 ? ", ep " + p.ep() : "")
        + (p.sharding() == Sharding.PARAMETERS ? " with sharded parameters (FSDP)" : "");
  }

  private @Nullable Training fastest(Cluster cluster, Sharding sharding) {
    LayoutRequest asked = request.layout();
    LayoutRequest open =
        new LayoutRequest(
            null,
            null,
            sharding == Sharding.PARAMETERS ? 1 : null,
            null,
            null,
            null,
            asked.contextKind(),
            null,
            asked.etp(),
            null,
            sharding,
            null,
            asked.order());
    TrainingRequest other =
        new TrainingRequest(
            open,
            request.sequence(),
            request.globalBatch(),
            null,
            request.numerics(),
            null,
            1,
            request.trained(),
            request.overlap(),
            request.software(),
            request.offload(),
            request.leftOpen());
    LayoutSearch.Found searched =
        new LayoutSearch(planned.model(), cluster, other, planned.times()).run(1);
    return searched.best().isEmpty() ? null : searched.best().getFirst().training();
  }
}
