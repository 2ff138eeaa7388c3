package io.busbar.app.render.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.171 | s | 171 ms",
        "-0.5 | s | -500 ms",
        "4.41e9 | B | 4.41 GB",
        "50e9 | B/s | 50 GB/s",
        "-50e9 | B/s | -50 GB/s",
        "989e12 | FLOP/s | 989 TFLOP/s",
        "700 | W | 700 W",
        "0.18756 | '' | 0.1876",
        "1024 | '' | 1024",
        "70553706496 | '' | 70,553,706,496",
        "-12345.6 | '' | -12,346",
        "1e-9 | '' | 1E-9",
        "3.5 | USD | 3.5 USD",
        "NaN | s | -",
        "Infinity | B | infinite",
      })
  void numbers_are_printed_for_people(double value, String unit, String expected) {
    assertThat(Amounts.text(value, unit)).isEqualTo(expected);
  }
}
