package io.busbar.simulate.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventWheelTest {
  private record Event(long time, int id) {}

  @ParameterizedTest
  @CsvSource({"0, 6, 100", "3, 6, 3000", "6, 8, 100000", "6, 14, 5000000", "10, 6, 10"})
  void events_come_by_time_then_id(int width, int buckets, int spread) {
    int ids = 500;
    RandomStream random = new RandomStream(width * 31L + buckets);
    EventWheel queue = new EventWheel(ids, width, buckets);
    PriorityQueue<Event> expected =
        new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingInt(Event::id));
    for (int id = 0; id < ids; id++) {
      add(queue, expected, new Event(random.below(spread), id));
    }
    for (int i = 0; i < 20_000; i++) {
      Event next = expected.remove();
      assertThat(queue.nextTime()).isEqualTo(next.time());
      assertThat(queue.take()).isEqualTo(next.id());
      assertThat(queue.now()).isEqualTo(next.time());
      long delay = random.below(10) == 0 ? spread * 50L : random.below(spread);
      add(queue, expected, new Event(next.time() + delay, next.id()));
    }
  }

  @Test
  void an_event_may_be_added_before_the_one_that_was_looked_at() {
    EventWheel queue = new EventWheel(4, 4, 6);
    queue.schedule(0, 1_000_000);
    assertThat(queue.nextTime()).isEqualTo(1_000_000);
    queue.schedule(1, 7);
    queue.schedule(2, 900_000);

    assertThat(queue.nextTime()).isEqualTo(7);
    assertThat(queue.take()).isEqualTo(1);
    assertThat(queue.nextTime()).isEqualTo(900_000);
    assertThat(queue.take()).isEqualTo(2);
    assertThat(queue.nextTime()).isEqualTo(1_000_000);
    assertThat(queue.take()).isZero();
    assertThat(queue.nextTime()).isEqualTo(Long.MAX_VALUE);
    queue.schedule(3, queue.now() + 5);
    assertThat(queue.nextTime()).isEqualTo(1_000_005);
  }

  @Test
  void a_far_event_that_was_looked_at_stays_behind_near_ones() {
    EventWheel queue = new EventWheel(5, 12, 12);
    queue.schedule(0, 70_000_000_000L);
    queue.schedule(1, 70_000_000_003L);
    assertThat(queue.nextTime()).isEqualTo(70_000_000_000L);
    queue.idleUntil(2_000_000);
    queue.schedule(2, 2_000_000);
    queue.schedule(3, 2_050_000);
    queue.schedule(4, 60_000_000_000L);

    for (int id : new int[] {2, 3, 4, 0, 1}) {
      assertThat(queue.nextTime()).isLessThan(Long.MAX_VALUE);
      assertThat(queue.take()).isEqualTo(id);
    }
  }

  @Test
  void the_sort_sorts() {
    RandomStream random = new RandomStream(5);
    for (int length = 0; length < 400; length++) {
      int values = 1 + random.below(length + 1);
      long[] a = new long[length];
      Arrays.setAll(a, i -> random.below(values) - values / 2);
      long[] sorted = a.clone();
      Arrays.sort(sorted);
      Sort.sort(a, 0, length);
      assertThat(a).isEqualTo(sorted);
    }
  }

  private static void add(EventWheel queue, PriorityQueue<Event> expected, Event event) {
    queue.schedule(event.id(), event.time());
    expected.add(event);
  }
}
