package io.busbar.plan.textbook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnitTest {
  @Test
  void the_textbooks_digits_are_kept_as_it_cuts_or_rounds_them() {
    assertThat(Unit.BYTES_PER_SECOND.print(387.5e9, 3)).isEqualTo("387 GB/s");
    assertThat(Unit.BYTES_PER_SECOND.print(900e9 / 7, 3)).isEqualTo("128 GB/s");
    assertThat(Unit.BYTES.print(4.375e9, 4)).isEqualTo("4.375 GB");
    assertThat(Unit.BYTES.print(140e9, 3)).isEqualTo("140 GB");
    assertThat(Unit.BYTES.print(999, 3)).isEqualTo("999 B");
    assertThat(Unit.SECONDS.print(0.7, 2)).isEqualTo("0.70 s");
    assertThat(Unit.SECONDS.print(3, 2)).isEqualTo("3.0 s");
    assertThat(Unit.SECONDS.print(0.16384, 3)).isEqualTo("0.164 s");
    assertThat(Unit.SECONDS.print(7.34e-5, 1)).isEqualTo("0.07 ms");
    assertThat(Unit.SHARE.print(0.2333, 2)).isEqualTo("23 %");
    assertThat(Unit.FACTOR.print(18, 2)).isEqualTo("18×");
    assertThat(Unit.COUNT.print(16_384, 5)).isEqualTo("16,384");
  }

  @Test
  void ours_have_three_digits_and_their_unit() {
    assertThat(Unit.BYTES.print(4.4096e9)).isEqualTo("4.41 GB");
    assertThat(Unit.BYTES_PER_SECOND.print(50e9)).isEqualTo("50.0 GB/s");
    assertThat(Unit.SECONDS.print(0.17087)).isEqualTo("0.171 s");
    assertThat(Unit.SHARE.print(0.1875)).isEqualTo("18.8 %");
    assertThat(Unit.FACTOR.print(9)).isEqualTo("9.00×");
    assertThat(Unit.COUNT.print(4_194_304)).isEqualTo("4,194,304");
    assertThat(Unit.DOLLARS.print(11.826e6)).isEqualTo("$11,826,000");
  }
}
