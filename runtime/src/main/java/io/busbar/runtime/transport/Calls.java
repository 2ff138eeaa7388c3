package io.busbar.runtime.transport;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The last calls of this rank, told to ranks that ask when they have got a message of another call
 * than their own; and their answers. Thread-safe.
 */
final class Calls {
  private static final int KEPT = 64;
  private static final int MOST_WORDS = 8;
  private static final long ASK_NS = 20_000_000;

  private final int rank;
  private final long[] numbers = new long[KEPT];
  private final long[][] said = new long[KEPT][];
  private final long[] asked;
  private final Map<Integer, long[]> answers = new ConcurrentHashMap<>();

  Calls(int rank, int ranks) {
    this.rank = rank;
    asked = new long[ranks];
  }

  /** Keeps the words themselves, which must not change. */
  synchronized void say(long number, long[] words) {
    int at = (int) (number % KEPT);
    numbers[at] = number;
    said[at] = words;
  }

  private synchronized long @Nullable [] own(long number) {
    int at = Math.floorMod(number, KEPT);
    return numbers[at] == number ? said[at] : null;
  }

  /** A rank's call with a number, if it is known. */
  long @Nullable [] known(int peer, long number) {
    if (peer == rank) {
      return own(number);
    }
    long[] answer = answers.get(peer);
    return answer != null && answer[0] == number
        ? Arrays.copyOfRange(answer, 1, answer.length)
        : null;
  }

  /** Whether it is time to ask a rank, again if it did not know before. */
  synchronized boolean ask(int peer) {
    long now = System.nanoTime();
    boolean due = asked[peer] == 0 || now - asked[peer] > ASK_NS;
    if (due) {
      asked[peer] = now;
    }
    return due;
  }

  /** What a rank that asks for a call is told; null when it has not been made, or is long past. */
  @Nullable String answer(String question) {
    if (!question.matches("\\d{1,18}")) {
      return null;
    }
    long[] words = own(Long.parseLong(question));
    return words == null
        ? null
        : question
            + Arrays.stream(words).mapToObj(word -> " " + word).collect(Collectors.joining());
  }

  void answered(int peer, String answer) {
    if (answer.matches("-?\\d{1,19}( -?\\d{1,19}){0," + MOST_WORDS + "}")) {
      try {
        answers.put(peer, Arrays.stream(answer.split(" ")).mapToLong(Long::parseLong).toArray());
      } catch (NumberFormatException e) {
        answers.remove(peer); // as good as no answer
      }
    }
  }
}
