package io.busbar.base.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StopTest {
  @Test
  void work_that_nobody_waits_for_ends_where_it_asks() {
    AtomicInteger done = new AtomicInteger();

    assertThatThrownBy(() ->
            Stop.when(
                () -> done.get() == 3,
                () -> {
                  for (int i = 0; i < 10; i++) {
                    Stop.check();
                    done.incrementAndGet();
                  }
                  return done;
                }))
        .isInstanceOf(StoppedException.class);
    assertThat(done).hasValue(3);
  }

  @Test
  void work_that_nobody_can_stop_runs_to_its_end() {
    Stop.check();
  }
}
