package io.busbar.plan.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearBatchesTest {
  @ParameterizedTest
  @CsvSource({
    // 9 x 256: twice all GPUs is an eighth off; 7 x 576 is nearer.
    "2304, 4096, 4608 4032",
    // 576 is 3 x 192, an eighth off; 480 is 5 x 96.
    "192, 512, 576 480",
    // A power of two more would be a third off, or all GPUs divide the batch already.
    "1024, 768, ''",
    "1024, 256, ''",
    "192, 768, ''",
    // An odd batch forces powers of two as well: 3 x 32 and 13 x 8.
    "64, 100, 96 104",
    // 37 nodes of 8: 7 x 74; 592 and 444 are further than an eighth.
    "296, 512, 518",
    // Few sequences: 3 x 36 and 11 x 9.
    "2304, 100, 108 99",
  })
  void batches_that_the_gpus_divide(int gpus, long batch, String expected) {
    List<Long> wanted =
        Arrays.stream(expected.split(" ")).filter(s -> !s.isEmpty()).map(Long::valueOf).toList();
    assertThat(NearBatches.of(gpus, batch)).isEqualTo(wanted);
  }

  @Test
  void what_a_layout_is_forced_to() {
    assertThat(NearBatches.forced(2304, 4096)).isEqualTo(9);
    assertThat(NearBatches.forced(192, 512)).isEqualTo(3);
    assertThat(NearBatches.forced(1024, 256)).isEqualTo(4);
  }
}
