package io.busbar.simulate.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RandomStreamsTest {
  @Test
  void what_a_stream_draws_does_not_depend_on_the_others() {
    RandomStreams alone = new RandomStreams(7, 3);
    RandomStreams mixed = new RandomStreams(7, 3);
    for (int i = 0; i < 100; i++) {
      mixed.unit(0);
      assertThat(mixed.unit(1)).isEqualTo(alone.unit(1));
      mixed.unit(2);
    }
  }

  @Test
  void numbers_are_even_within_a_stream_and_from_stream_to_stream() {
    int count = 20_000;
    RandomStreams streams = new RandomStreams(1, count);
    double inside = 0;
    double across = 0;
    for (int i = 0; i < count; i++) {
      across += streams.unit(i);
      inside += streams.unit(5);
    }
    // The mean of n even numbers scatters by 1 / sqrt(12 n).
    double five = 5 / Math.sqrt(12.0 * count);
    assertThat(across / count).isCloseTo(0.5, within(five));
    assertThat(inside / count).isCloseTo(0.5, within(five));
  }

  @Test
  void a_number_by_its_place_is_the_one_that_is_drawn() {
    RandomStreams streams = new RandomStreams(9, 2);
    for (int place = 0; place < 5; place++) {
      double number = (RandomStreams.number(9, 1, place) >>> 11) * 0x1p-53;
      assertThat(streams.unit(1)).isEqualTo(number);
    }
  }
}
