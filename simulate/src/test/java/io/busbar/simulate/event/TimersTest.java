package io.busbar.simulate.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimersTest {
  private record Entry(long time, long token) {}

  @Test
  void timers_come_by_time_and_those_of_one_time_as_they_were_added() {
    Timers timers = new Timers();
    RandomStream random = new RandomStream(1);
    List<Entry> added = new ArrayList<>();
    for (int token = 0; token < 500; token++) {
      Entry entry = new Entry(random.below(40), token);
      added.add(entry);
      timers.add(entry.time, entry.token);
    }
    added.sort(Comparator.comparingLong(Entry::time));
    for (Entry entry : added) {
      assertThat(timers.time()).isEqualTo(entry.time);
      assertThat(timers.take()).isEqualTo(entry.token);
    }
    assertThat(timers.isEmpty()).isTrue();
    assertThat(timers.time()).isEqualTo(Long.MAX_VALUE);
  }
}
