package io.busbar.diagnose.baseline;

import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares a run with a good one. The loss is the median ratio of bus bandwidths at the sizes both
 * measured; a change in what bandwidth is proportional to explains it when their ratios agree.
 */
public final class Changes {
  /** Ratios that differ by less than this, as logarithms, agree: about 30 %. */
  private static final double AGREES = 0.3;

  /** Smaller losses are taken as noise of a measurement. */
  private static final double NOISE = 0.93;

  private static final List<String> ORDER =
      List.of(Change.EXPLAINS, Change.MAY_EXPLAIN, Change.SYMPTOM, Change.UNCLEAR, Change.UNLIKELY);

  private final Map<String, Trait> before;
  private final Map<String, Trait> after;
  private final double loss;

  private record Weighed(Change change, double weight) {}

  private Changes(Map<String, Trait> before, Map<String, Trait> after) {
    this.before = before;
    this.after = after;
    this.loss = ratio();
  }

  /** What differs, the most telling first. */
  public static List<Change> between(RunTold good, RunTold now) {
    return new Changes(Traits.of(good), Traits.of(now)).ranked();
  }

  /** Median of bus bandwidth now over then; NaN when no size was measured in both. */
  private double ratio() {
    double[] ratios =
        after.values().stream()
            .filter(t -> t.kind().equals("busbw") && before.containsKey(t.key()))
            .mapToDouble(t -> t.number() / number(before.get(t.key())))
            .sorted()
            .toArray();
    return ratios.length == 0 ? Double.NaN : ratios[ratios.length / 2];
  }

  private static double number(@Nullable Trait trait) {
    return trait == null ? Double.NaN : trait.number();
  }

  private List<Change> ranked() {
    Set<String> keys = new LinkedHashSet<>(before.keySet());
    keys.addAll(after.keySet());
    List<Weighed> found = new ArrayList<>();
    for (String key : keys) {
      Trait then = before.get(key);
      Trait now = after.get(key);
      if (then != null && now != null) {
        compare(then, now, found);
      } else if (now != null) {
        appeared(now, found);
      } else if (then != null) {
        disappeared(then, found);
      }
    }
    found.sort(
        Comparator.comparingInt((Weighed w) -> ORDER.indexOf(w.change().effect()))
            .thenComparing(Comparator.comparingDouble(Weighed::weight).reversed()));
    return found.stream().map(Weighed::change).toList();
  }

  private void compare(Trait then, Trait now, List<Weighed> found) {
    if (then.text().equals(now.text())) {
      return;
    }
    KnownChanges.Known known = KnownChanges.of(now.kind(), now.subject());
    double share = now.number() / then.number();
    switch (now.kind()) {
      case "busbw" -> {
        if (share < NOISE || share > 1 / NOISE) {
          String effect = share < 1 ? Change.SYMPTOM : Change.UNLIKELY;
          found.add(weighed(then, now, effect, percent(share) + " of what it was.", 1 - share));
        }
      }
      case "step" -> found.add(weighed(then, now, Change.SYMPTOM, known.why(), 0));
      case "counter" -> counter(then, now, known, found);
      default -> cause(then, now, known, share, found);
    }
  }

  private void cause(
      Trait then, Trait now, KnownChanges.Known known, double share, List<Weighed> found) {
    if (share > 1) {
      found.add(weighed(then, now, Change.UNLIKELY, "More than before.", known.weight()));
    } else if (share > 0 && loss < NOISE && Math.abs(Math.log(share / loss)) < AGREES) {
      String why =
          String.format(
              Locale.ROOT,
              "%s %s remain of it, and %s of the bus bandwidth.",
              known.why(),
              percent(share),
              percent(loss));
      found.add(weighed(then, now, Change.EXPLAINS, why, known.weight()));
    } else {
      found.add(weighed(then, now, effect(known), known.why(), known.weight()));
    }
  }

  private static String effect(KnownChanges.Known known) {
    return known.weight() >= KnownChanges.MAY_EXPLAIN ? Change.MAY_EXPLAIN : Change.UNCLEAR;
  }

  /** Traffic counters always differ; signs of a fault count when they grew. */
  private static void counter(
      Trait then, Trait now, KnownChanges.Known known, List<Weighed> found) {
    double grown = Double.parseDouble(now.text()) - Double.parseDouble(then.text());
    if (grown > 0 && known.weight() >= KnownChanges.MAY_EXPLAIN) {
      found.add(weighed(then, now, Change.MAY_EXPLAIN, known.why(), known.weight()));
    }
  }

  private static void appeared(Trait now, List<Weighed> found) {
    KnownChanges.Known known = KnownChanges.of(now.kind(), now.subject());
    boolean telling =
        switch (now.kind()) {
          case "setting", "finding" -> true;
          case "network" -> now.subject().equals("NVLS");
          case "counter" -> known.weight() >= KnownChanges.MAY_EXPLAIN && !now.text().equals("0");
          default -> false;
        };
    if (telling) {
      found.add(weighed(null, now, effect(known), known.why(), known.weight()));
    }
  }

  /** Only settings are known to be gone; anything else may just not have been collected. */
  private static void disappeared(Trait then, List<Weighed> found) {
    if (then.kind().equals("setting")) {
      KnownChanges.Known known = KnownChanges.of(then.kind(), then.subject());
      found.add(weighed(then, null, effect(known), known.why(), known.weight()));
    }
  }

  private static Weighed weighed(
      @Nullable Trait then, @Nullable Trait now, String effect, String why, double weight) {
    List<Place> evidence = new ArrayList<>();
    Trait any = now == null ? then : now;
    if (any == null) {
      throw new IllegalArgumentException("a change of nothing");
    }
    if (then != null) {
      evidence.add(then.at());
    }
    if (now != null) {
      evidence.add(now.at());
    }
    return new Weighed(
        new Change(
            any.kind(),
            any.subject(),
            then == null ? "" : then.text(),
            now == null ? "" : now.text(),
            effect,
            why,
            evidence),
        weight);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
