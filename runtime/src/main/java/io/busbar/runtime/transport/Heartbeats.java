package io.busbar.runtime.transport;

import org.jspecify.annotations.Nullable;

/**
 * Judges processes of this host by their heartbeats and process ids. A process that does not exist
 * is dead; one that exists and has not counted for a while is frozen. Time in which the judge
 * itself did not run is nobody's fault.
 */
final class Heartbeats {
  private final SharedFile file;
  private final int rank;
  private final Silence silence;
  private final long[] beats;
  private final @Nullable ProcessHandle[] processes;
  private int next;

  /** Of ranks whose process ids are in the file already. */
  Heartbeats(SharedFile file, int rank, int ranks, long frozenNs) {
    this.file = file;
    this.rank = rank;
    silence = new Silence(ranks, frozenNs);
    beats = new long[ranks];
    processes = new ProcessHandle[ranks];
    for (int peer = 0; peer < ranks; peer++) {
      // In another container its id means nothing here; then only the heartbeat counts.
      processes[peer] = ProcessHandle.of(file.process(peer)).orElse(null);
    }
  }

  /** Looks at one rank after the other, and tells the group when one is gone. */
  void look() {
    long now = System.nanoTime();
    silence.look(now);
    next = (next + 1) % beats.length;
    if (next != rank && !file.left(next)) {
      look(next, now);
    }
  }

  private void listen(int peer, long now) {
    long beat = file.beats(peer);
    if (beat != beats[peer]) {
      beats[peer] = beat;
      silence.heard(peer, now);
    }
  }

  /** Whether a rank has left, died or frozen. */
  boolean gone(int peer) {
    long now = System.nanoTime();
    silence.look(now);
    listen(peer, now);
    return file.left(peer) || !alive(peer) || silence.frozen(peer, now);
  }

  private void look(int peer, long now) {
    listen(peer, now);
    if (!alive(peer) && !file.left(peer)) {
      file.fail(new Failure(Failure.Kind.PEER, peer, "died: its process is gone"));
    } else if (silence.frozen(peer, now)) {
      String text =
          "has no heartbeat for "
              + silence.millis(peer, now)
              + " ms: its process is frozen, or in a long garbage collection";
      file.fail(new Failure(Failure.Kind.PEER, peer, text));
    }
  }

  private boolean alive(int peer) {
    ProcessHandle process = processes[peer];
    return process == null || Life.lives(process);
  }
}
