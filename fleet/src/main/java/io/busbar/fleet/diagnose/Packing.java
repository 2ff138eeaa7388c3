package io.busbar.fleet.diagnose;

import io.busbar.fleet.diagnose.PartWork.Pack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Packs small parts together, so that a task is worth its start, and large ones alone. Stateless.
 */
final class Packing {
  private static final long LEAST_BYTES = 1 << 20;
  private static final long MOST_BYTES = 256 << 20;
  private static final int MOST_PARTS = 1000;
  private static final int TASKS_PER_CORE = 8;

  private Packing() {}

  /** The packs, the largest first, so that none is begun when the others are done. */
  static List<Pack> of(List<PartWork> work, String run, int cores) {
    long all = work.stream().mapToLong(PartWork::bytes).sum();
    long most = Math.clamp(all / ((long) cores * TASKS_PER_CORE), LEAST_BYTES, MOST_BYTES);
    List<List<PartWork>> packs = new ArrayList<>();
    List<PartWork> open = new ArrayList<>();
    long bytes = 0;
    for (PartWork part : work) {
      if (!open.isEmpty() && (bytes + part.bytes() > most || open.size() >= MOST_PARTS)) {
        packs.add(open);
        open = new ArrayList<>();
        bytes = 0;
      }
      open.add(part);
      bytes += part.bytes();
    }
    if (!open.isEmpty()) {
      packs.add(open);
    }
    packs.sort(
        Comparator.comparingLong((List<PartWork> p) -> p.stream().mapToLong(PartWork::bytes).sum())
            .reversed());
    List<Pack> named = new ArrayList<>();
    for (List<PartWork> pack : packs) {
      named.add(new Pack(run + String.format(Locale.ROOT, "%06d", named.size()), pack));
    }
    return named;
  }
}
