package io.busbar.simulate.event;

import java.util.Arrays;

/** Tokens with the times when they are due; of equal times the one that was added first. */
public final class Timers {
  private long[] times = new long[64];
  private long[] numbers = new long[64];
  private long[] tokens = new long[64];
  private int size;
  private long added;

  public boolean isEmpty() {
    return size == 0;
  }

  /** The smallest time; {@code Long.MAX_VALUE} when there is none. */
  public long time() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  /** Adds a token. */
  public void add(long timePs, long token) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      numbers = Arrays.copyOf(numbers, size * 2);
      tokens = Arrays.copyOf(tokens, size * 2);
    }
    long number = added++;
    int place = size++;
    while (place > 0 && before(timePs, number, (place - 1) >> 1)) {
      move((place - 1) >> 1, place);
      place = (place - 1) >> 1;
    }
    put(place, timePs, number, token);
  }

  /** Takes the token of the smallest time; only when not empty. */
  public long take() {
    long token = tokens[0];
    size--;
    long time = times[size];
    long number = numbers[size];
    int place = 0;
    for (int child = smallestChild(0);
        child < size && !before(time, number, child);
        child = smallestChild(place)) {
      move(child, place);
      place = child;
    }
    put(place, time, number, tokens[size]);
    return token;
  }

  private int smallestChild(int parent) {
    int left = 2 * parent + 1;
    boolean right = left + 1 < size && before(times[left + 1], numbers[left + 1], left);
    return right ? left + 1 : left;
  }

  private boolean before(long time, long number, int place) {
    return time != times[place] ? time < times[place] : number < numbers[place];
  }

  private void move(int from, int to) {
    put(to, times[from], numbers[from], tokens[from]);
  }

  private void put(int place, long time, long number, long token) {
    times[place] = time;
    numbers[place] = number;
    tokens[place] = token;
  }
}
