package io.busbar.simulate.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private record Event(long timePs, long token) {}

  @Test
  void events_come_by_time_and_at_one_time_in_the_order_they_were_added() {
    SplittableRandom random = new SplittableRandom(7);
    EventQueue queue = new EventQueue();
    List<Event> expected = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      long time = random.nextLong(300);
      queue.add(time, 0, i);
      expected.add(new Event(time, i));
    }
    expected.sort(Comparator.comparingLong(Event::timePs));

    List<Event> got = new ArrayList<>();
    while (queue.next()) {
      got.add(new Event(queue.timePs(), queue.token()));
    }
    assertThat(got).isEqualTo(expected);
  }

  @Test
  void adding_while_taking_keeps_the_order() {
    SplittableRandom random = new SplittableRandom(11);
    EventQueue queue = new EventQueue();
    for (int i = 0; i < 100; i++) {
      queue.add(random.nextLong(50), 0, i);
    }
    long last = 0;
    int taken = 0;
    while (queue.next()) {
      assertThat(queue.timePs()).isGreaterThanOrEqualTo(last);
      last = queue.timePs();
      if (taken++ < 20_000) {
        queue.add(last + random.nextLong(40), 0, taken);
      }
    }
    assertThat(taken).isEqualTo(20_100);
    assertThat(queue.size()).isZero();
    assertThat(queue.nextTimePs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void what_is_added_now_comes_after_what_waits_now() {
    EventQueue queue = new EventQueue();
    queue.add(5, 1, 0);
    queue.add(5, 2, 0);
    queue.next();
    queue.add(5, 3, 0);
    queue.next();
    assertThat(queue.what()).isEqualTo(2);
    queue.next();
    assertThat(queue.what()).isEqualTo(3);
    assertThat(queue.timePs()).isEqualTo(5);
  }
}
