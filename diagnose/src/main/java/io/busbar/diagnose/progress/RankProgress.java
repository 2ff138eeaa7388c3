package io.busbar.diagnose.progress;

import io.busbar.formats.artefact.Place;

/** How far one rank is in one group. Not thread-safe. */
final class RankProgress {
  /** Collectives whose times are remembered, to compare clocks and arrivals. */
  static final int WINDOW = 64;

  final int rank;
  Call last;
  Call firstOpen;
  private final long[] sequences;
  private final long[] created;
  private final long[] completed;

  RankProgress(Call first, boolean timed) {
    rank = first.rank();
    last = first;
    firstOpen = first;
    int window = timed ? WINDOW : 0;
    sequences = new long[window];
    created = new long[window];
    completed = new long[window];
  }

  /** Takes a call; true when its line may serve as evidence. */
  boolean take(Call call) {
    boolean kept = false;
    if (call.sequence() >= last.sequence()) {
      last = call;
      kept = true;
    }
    if (call.open() && (!firstOpen.open() || call.sequence() < firstOpen.sequence())) {
      firstOpen = call;
      kept = true;
    }
    if (sequences.length > 0 && call.createdNs() > 0) {
      int slot = (int) (call.sequence() % WINDOW);
      sequences[slot] = call.sequence() + 1;
      created[slot] = call.createdNs();
      completed[slot] = call.completedNs();
    }
    return kept;
  }

  /** Takes in what another reading found of the same rank in the same group. */
  void absorb(RankProgress other) {
    if (other.last.sequence() >= last.sequence()) {
      last = other.last;
    }
    Call open = other.firstOpen;
    if (open.open() && (!firstOpen.open() || open.sequence() < firstOpen.sequence())) {
      firstOpen = open;
    }
    for (int slot = 0; slot < Math.min(sequences.length, other.sequences.length); slot++) {
      if (other.sequences[slot] >= sequences[slot]) {
        sequences[slot] = other.sequences[slot];
        created[slot] = other.created[slot];
        completed[slot] = other.completed[slot];
      }
    }
  }

  boolean waits() {
    return firstOpen.open();
  }

  Place at() {
    return last.at();
  }

  /** When a collective was issued, by this rank's clock; 0 when it is not remembered. */
  long createdNs(long sequence) {
    return at(sequence, created);
  }

  long completedNs(long sequence) {
    return at(sequence, completed);
  }

  private long at(long sequence, long[] times) {
    if (times.length == 0 || sequence < 0) {
      return 0;
    }
    int slot = (int) (sequence % WINDOW);
    return sequences[slot] == sequence + 1 ? times[slot] : 0;
  }
}
