package io.busbar.runtime.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class BufTest {
  @Test
  void a_slice_is_a_part_of_the_same_array() {
    float[] array = {0, 1, 2, 3, 4};
    Buf part = Buf.of(array).slice(1, 3);
    part.memory().set(ValueLayout.JAVA_FLOAT_UNALIGNED, 0, 9);
    assertThat(array).containsExactly(0, 9, 2, 3, 4);
    assertThat(part).hasToString("3 x float");
    assertThat(part.bytes()).isEqualTo(12);
  }

  @Test
  void a_slice_outside_is_refused() {
    assertThatThrownBy(() -> Buf.of(1L, 2L).slice(1, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void a_buffer_counts_from_position_to_limit() {
    ByteBuffer direct = ByteBuffer.allocateDirect(16).position(4).limit(12);
    assertThat(Buf.of(DType.INT32, direct).count()).isEqualTo(2);
  }

  @Test
  void half_an_element_is_refused() {
    assertThatThrownBy(() -> Buf.of(DType.FLOAT64, MemorySegment.ofArray(new byte[12])))
        .hasMessageContaining("expected a multiple of 8");
  }
}
