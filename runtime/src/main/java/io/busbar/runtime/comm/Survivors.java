package io.busbar.runtime.comm;

import io.busbar.runtime.transport.Exchange;
import io.busbar.runtime.transport.Notes;
import io.busbar.runtime.transport.Notes.Presence;
import io.busbar.runtime.transport.Transport;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Ranks of a failed group that go on. Each says that it is there; when every rank has said so or is
 * lost, the lowest one that is there decides who belongs to the survivors, and the others obey. A
 * rank that comes after the decision is left out, and told so. When another one is lost before the
 * new group stands, those that are left begin again, in rounds of a higher number.
 */
final class Survivors implements Exchange {
  /** Rounds of an attempt: who is there, the decision, what connecting needs, the end. */
  private static final int ROUNDS = 32;

  private static final int DECISION = 1;
  private static final long POLL_NS = 500_000;

  /** A survivor was lost, or has begun again. */
  private static final class Again extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Again(String why) {
      super(why, null, false, false);
    }
  }

  /** Makes the transport of the survivors. */
  @FunctionalInterface
  interface Connect {
    Transport connect(int[] members, int attempt, Exchange exchange);
  }

  private final Notes notes;
  private final int rank;
  private final long end;
  private int[] candidates;
  private int first;
  private int round;

  private Survivors(Notes notes, int rank, int ranks, long timeoutNs) {
    this.notes = notes;
    this.rank = rank;
    this.end = System.nanoTime() + timeoutNs;
    candidates = IntStream.range(0, ranks).toArray();
  }

  /**
   * Agrees on who is left, and connects them.
   *
   * @throws IllegalStateException when that fails in the time, or leaves this rank out
   */
  static Transport connect(Notes notes, int rank, int ranks, long timeoutNs, Connect connect) {
    Survivors survivors = new Survivors(notes, rank, ranks, timeoutNs);
    for (int attempt = 0; ; attempt++) {
      try {
        return survivors.attempt(attempt, connect);
      } catch (Again e) {
        survivors.pause(String.valueOf(e.getMessage()));
      }
    }
  }

  private Transport attempt(int attempt, Connect connect) {
    first = attempt * ROUNDS;
    round = first + DECISION;
    notes.write(first, "here");
    int leader = leader();
    if (leader == rank) {
      notes.write(first + DECISION, decide());
    }
    obey(leader);
    Transport made;
    try {
      made = connect.connect(candidates.clone(), attempt, this);
    } catch (UncheckedIOException e) {
      throw Echo.of(e, this::check);
    }
    try {
      agree();
      return made;
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private boolean here(int peer) {
    return peer == rank || notes.round(peer) >= first;
  }

  /** The lowest rank that is there; all below it are lost. */
  private int leader() {
    for (int peer : candidates) {
      while (peer != rank && !here(peer) && notes.presence(peer) == Presence.THERE) {
        pause("rank " + peer);
      }
      if (here(peer)) {
        return peer;
      }
    }
    throw new IllegalStateException("rank " + rank + " is no candidate");
  }

  /** Who is there; nobody when most may be on the other side of a cut cable. */
  private String decide() {
    List<Integer> left = new ArrayList<>();
    List<Integer> silent = new ArrayList<>();
    for (int peer : candidates) {
      begunAgain(peer);
      if (peer != rank && notes.round(peer) > first) {
        throw late("the others have gone on");
      }
      while (!here(peer) && notes.presence(peer) == Presence.THERE) {
        pause("rank " + peer);
      }
      Presence presence = peer == rank ? Presence.THERE : notes.presence(peer);
      if (here(peer) && presence == Presence.THERE) {
        left.add(peer);
      } else if (presence != Presence.GONE) {
        silent.add(peer);
      }
    }
    boolean tie = left.size() == silent.size() && left.getFirst() < silent.getFirst();
    boolean most = tie || left.size() > silent.size();
    return (most ? "" : "-") + left.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private void obey(int leader) {
    String decision = await(leader, first + DECISION);
    if (decision.startsWith("-")) {
      throw new IllegalStateException(
          "ranks "
              + decision.substring(1)
              + " are not the most: the others may have gone on behind a cut cable");
    }
    int[] members = Arrays.stream(decision.split(",")).mapToInt(Integer::parseInt).toArray();
    if (Arrays.stream(members).noneMatch(member -> member == rank)) {
      throw late("the survivors are ranks " + decision);
    }
    candidates = members;
  }

  private IllegalStateException late(String why) {
    return new IllegalStateException("rank " + rank + " came too late: " + why);
  }

  /**
   * The new group stands for this rank when it stands for all members that are left. Who has said
   * so does not begin again by itself, so that nobody is alone in a new group.
   */
  private void agree() {
    round++;
    notes.write(round, "stands");
    for (int member : candidates) {
      boolean there = member == rank || notes.round(member) >= round;
      while (!there && notes.presence(member) == Presence.THERE) {
        pause("rank " + member);
        there = notes.round(member) >= round;
        for (int other : candidates) {
          begunAgain(other);
        }
      }
      begunAgain(member);
    }
  }

  private void begunAgain(int member) {
    if (notes.round(member) >= first + ROUNDS) {
      throw new Again("rank " + member + " has begun again");
    }
  }

  private String await(int peer, int ofRound) {
    String text = notes.read(peer, ofRound);
    while (text == null) {
      begunAgain(peer);
      boolean gone = notes.presence(peer) != Presence.THERE;
      text = notes.read(peer, ofRound);
      if (text == null && notes.round(peer) > ofRound) {
        begunAgain(peer);
        throw late("the others have gone on");
      }
      if (text == null && gone) {
        throw new Again("rank " + peer + " was lost as well");
      }
      if (text == null) {
        pause("rank " + peer);
        text = notes.read(peer, ofRound);
      }
    }
    return text;
  }

  private void pause(String awaited) {
    if (System.nanoTime() - end > 0) {
      throw new IllegalStateException("shrinking waited too long: " + awaited);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted while the group shrank");
    }
    LockSupport.parkNanos(POLL_NS);
  }

  @Override
  public void check() {
    for (int member : candidates) {
      begunAgain(member);
      if (member != rank && notes.presence(member) != Presence.THERE) {
        throw new Again("rank " + member + " was lost as well");
      }
    }
  }

  /** Among the survivors; places of the others stay empty. */
  @Override
  public String[] exchange(String own) {
    round++;
    notes.write(round, own);
    String[] all = new String[candidates[candidates.length - 1] + 1];
    Arrays.fill(all, "");
    for (int member : candidates) {
      all[member] = member == rank ? own : await(member, round);
    }
    return all;
  }
}
