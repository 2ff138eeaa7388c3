package io.busbar.runtime.transport;

import java.util.Arrays;

/**
 * Judges processes of this host by their heartbeats and process ids. A process that does not exist
 * is dead; one that exists and has not counted for a while is frozen. Time in which the judge
 * itself did not run is nobody's fault.
 */
final class Heartbeats {
  /** How often a heart beats. */
  static final long BEAT_MS = 100;

  private static final long ABSENT_NS = 300_000_000;

  private final SharedFile file;
  private final int rank;
  private final long frozenNs;
  private final long[] beats;
  private final long[] since;
  private final ProcessHandle[] processes;
  private long lastLook;
  private int next;

  Heartbeats(SharedFile file, int rank, int ranks, long frozenNs) {
    this.file = file;
    this.rank = rank;
    this.frozenNs = frozenNs;
    beats = new long[ranks];
    since = new long[ranks];
    processes = new ProcessHandle[ranks];
    lastLook = System.nanoTime();
    Arrays.fill(since, lastLook);
  }

  /** Looks at one rank after the other, and tells the group when one is gone. */
  void look() {
    long now = System.nanoTime();
    if (now - lastLook > ABSENT_NS) {
      Arrays.fill(since, now);
    }
    lastLook = now;
    next = (next + 1) % beats.length;
    if (next != rank && !file.left(next)) {
      look(next, now);
    }
  }

  private void listen(int peer, long now) {
    long beat = file.beats(peer);
    if (beat != beats[peer]) {
      beats[peer] = beat;
      since[peer] = now;
    }
  }

  /** Whether a rank has left, died or frozen. */
  boolean gone(int peer) {
    long now = System.nanoTime();
    if (now - lastLook > ABSENT_NS) {
      Arrays.fill(since, now);
    }
    lastLook = now;
    listen(peer, now);
    return file.left(peer) || !alive(peer) || now - since[peer] > frozenNs;
  }

  private void look(int peer, long now) {
    listen(peer, now);
    if (!alive(peer) && !file.left(peer)) {
      file.fail(new Failure(Failure.Kind.PEER, peer, "died: its process is gone"));
    } else if (now - since[peer] > frozenNs) {
      String text =
          "has no heartbeat for "
              + (now - since[peer]) / 1_000_000
              + " ms: its process is frozen, or in a long garbage collection";
      file.fail(new Failure(Failure.Kind.PEER, peer, text));
    }
  }

  private boolean alive(int peer) {
    ProcessHandle process = processes[peer];
    if (process == null) {
      process = ProcessHandle.of(file.process(peer)).orElse(null);
      if (process == null) {
        return false;
      }
      processes[peer] = process;
    }
    return process.isAlive();
  }
}
