package io.busbar.runtime.comm;

import io.busbar.runtime.transport.Exchange;
import io.busbar.runtime.transport.Notes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Ranks of a failed group that go on. Each says that it is there; when every rank has said so or is
 * gone, the lowest one that is there decides who belongs to the survivors, and the others obey. A
 * rank that comes after the decision is left out, and told so.
 */
final class Survivors implements Exchange {
  private static final int HERE = 0;
  private static final int DECISION = 1;
  private static final long POLL_NS = 500_000;

  private final Notes notes;
  private final int rank;
  private final int ranks;
  private final long end;
  private int[] members = {};
  private int round = DECISION;

  private Survivors(Notes notes, int rank, int ranks, long timeoutNs) {
    this.notes = notes;
    this.rank = rank;
    this.ranks = ranks;
    this.end = System.nanoTime() + timeoutNs;
  }

  /**
   * Agrees on who is left.
   *
   * @throws IllegalStateException when that fails in the time, or leaves this rank out
   */
  static Survivors agree(Notes notes, int rank, int ranks, long timeoutNs) {
    Survivors survivors = new Survivors(notes, rank, ranks, timeoutNs);
    notes.write(HERE, "here");
    int leader = survivors.leader();
    if (leader == rank) {
      notes.write(DECISION, survivors.decide());
    }
    survivors.obey(leader);
    return survivors;
  }

  /** The survivors, by rank. */
  int[] members() {
    return members.clone();
  }

  private boolean here(int peer) {
    return peer == rank || notes.read(peer, HERE) != null;
  }

  /** The lowest rank that is there; all below it are gone. */
  private int leader() {
    int peer = 0;
    while (peer < rank && !here(peer)) {
      if (notes.gone(peer)) {
        peer++;
      } else {
        pause("rank " + peer);
      }
    }
    return peer;
  }

  private String decide() {
    List<Integer> left = new ArrayList<>();
    for (int peer = 0; peer < ranks; peer++) {
      while (!here(peer) && !notes.gone(peer)) {
        pause("rank " + peer);
      }
      if (here(peer)) {
        left.add(peer);
      }
    }
    return left.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private void obey(int leader) {
    String decision = await(leader, DECISION);
    if (!decision.matches("\\d+(,\\d+)*")) {
      throw new IllegalStateException("rank " + rank + " came too late: the others have gone on");
    }
    members = Arrays.stream(decision.split(",")).mapToInt(Integer::parseInt).toArray();
    if (Arrays.stream(members).noneMatch(member -> member == rank)) {
      throw new IllegalStateException(
          "rank " + rank + " came too late: the survivors are ranks " + decision);
    }
  }

  private String await(int peer, int ofRound) {
    String text = notes.read(peer, ofRound);
    while (text == null) {
      if (notes.gone(peer) && notes.read(peer, ofRound) == null) {
        throw new IllegalStateException("rank " + peer + " was lost while the group shrank");
      }
      pause("rank " + peer);
      text = notes.read(peer, ofRound);
    }
    return text;
  }

  private void pause(String awaited) {
    if (System.nanoTime() - end > 0) {
      throw new IllegalStateException("shrinking waited too long for " + awaited);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted while the group shrank");
    }
    LockSupport.parkNanos(POLL_NS);
  }

  /** Among the survivors; places of the others stay empty. */
  @Override
  public String[] exchange(String own) {
    round++;
    notes.write(round, own);
    String[] all = new String[ranks];
    Arrays.fill(all, "");
    for (int member : members) {
      all[member] = member == rank ? own : await(member, round);
    }
    return all;
  }
}
