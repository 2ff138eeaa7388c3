package io.busbar.runtime.execute;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.call.Odd;
import io.busbar.runtime.transport.Board;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Notes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rank says about its call before any data moves, in longs: operation, type, reduction and
 * route; count; root; blocks. On a board all are compared, so that the odd rank is found.
 */
final class Meeting {
  private static final int COMPARED = 4;
  private static final long SEES = 1;

  private final long[] words = new long[COMPARED];
  private final CallWords said;
  private final long digest;

  Meeting(Bound call) {
    words[0] = CallWords.what(call.op(), call.type(), call.reduce(), call.call().route());
    words[1] = call.count();
    words[2] = call.root();
    Call.Counts counts = call.call().counts();
    if (counts != null) {
      // Counts of an all-gather are the same on all ranks, those of an all-to-all are not.
      words[3] = call.op() == CollectiveOp.ALL_GATHER ? Arrays.hashCode(counts.sent()) : 1;
    }
    said = new CallWords(words[0], words[1], words[2], words[3]);
    digest = tag(0) & ~SEES;
  }

  /** What is said. */
  CallWords words() {
    return said;
  }

  /** Marks messages of this call in its n-th operation. */
  long tag(long number) {
    long hash = number * 0x9E3779B97F4A7C15L;
    for (long word : words) {
      hash = (hash ^ word) * 0xBF58476D1CE4E5B9L;
      hash ^= hash >>> 31;
    }
    return hash;
  }

  /**
   * Lets ranks that ask know what this rank calls.
   *
   * @return what they are told
   */
  long[] say(Notes notes, long number) {
    notes.call(number, words);
    return words;
  }

  /** What a rank has {@linkplain #say(Notes, long) said}; null when it is not known. */
  static @Nullable CallWords said(Notes notes, int rank, long number) {
    long[] words = notes.called(rank, number);
    return words == null || words.length != COMPARED
        ? null
        : new CallWords(words[0], words[1], words[2], words[3]);
  }

  /** Writes what this rank calls, and arrives at the operation's start. */
  void say(Board board, int rank, long number, boolean visible) {
    for (int i = 0; i < COMPARED; i++) {
      board.call(rank, number, i, words[i]);
    }
    board.arrive(rank, number, visible ? digest | SEES : digest);
  }

  /**
   * Compares all calls.
   *
   * @return whether every rank's buffers are visible to all
   */
  boolean check(Board board, Waiter waiter, int ranks, long number) {
    boolean visible = true;
    for (int rank = 0; rank < ranks; rank++) {
      long other = board.digest(rank, number);
      if ((other & ~SEES) != digest) {
        throw waiter.fail(odd(board, ranks, number));
      }
      visible &= (other & SEES) != 0;
    }
    return visible;
  }

  private static Failure odd(Board board, int ranks, long number) {
    List<CallWords> calls = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      calls.add(
          new CallWords(
              board.call(rank, number, 0),
              board.call(rank, number, 1),
              board.call(rank, number, 2),
              board.call(rank, number, 3)));
    }
    Odd odd = Odd.among(calls, CallWords::text);
    return new Failure(Failure.Kind.MISMATCH, odd.rank(), odd.text());
  }
}
