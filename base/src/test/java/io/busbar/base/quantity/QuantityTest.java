package io.busbar.base.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  private static final long SEED = 20261129;
  private static final int SAMPLES = 2_000;

  @ParameterizedTest
  @CsvSource({
    "400Gb/s, 50e9",
    "400Gbps, 50e9",
    "400 Gbit/s, 50e9",
    "400GB/s, 400e9",
    "400GBps, 400e9",
    "3.35TB/s, 3.35e12",
    "25.6 Tb/s, 3.2e12",
    "1GiB/s, 1073741824",
    "1e2 MB/s, 1e8",
    "1_000MB/s, 1e9",
    "0 B/s, 0"
  })
  void reads_bandwidths(String text, double bytesPerSecond) {
    assertThat(Bandwidth.parse(text).bytesPerSecond()).isCloseTo(bytesPerSecond, within(1e-3));
  }

  @Test
  void never_confuses_bits_and_bytes() {
    assertThat(Bandwidth.parse("400GBps").bytesPerSecond())
        .isEqualTo(8 * Bandwidth.parse("400Gbps").bytesPerSecond());
    assertThat(Bandwidth.parse("400Gbps")).hasToString("50 GB/s");
    assertThat(Bandwidth.parse("400Gbps").inBits()).isEqualTo("400 Gb/s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "400",
        "400G",
        "400gbps",
        "400 gb/s",
        "-1GB/s",
        "GB/s",
        "",
        "1..2GB/s",
        "NaN GB/s",
        "Infinity GB/s",
        "1e999GB/s",
        "0x10 GB/s",
        "400 GB/h",
        "١GB/s"
      })
  void refuses_what_is_no_bandwidth(String text) {
    assertThatThrownBy(() -> Bandwidth.parse(text)).isInstanceOf(QuantityFormatException.class);
  }

  @Test
  void a_bare_number_is_refused_with_a_hint() {
    assertThatThrownBy(() -> Bandwidth.parse("400"))
        .hasMessageContaining("Gb/s for bits")
        .hasMessageContaining("GB/s for bytes");
    assertThatThrownBy(() -> DataSize.parse("64K")).hasMessageContaining("KiB (1024)");
    assertThatThrownBy(() -> DataSize.parse("80Gb")).hasMessageContaining("bytes");
    assertThatThrownBy(() -> TimeSpan.parse("3")).hasMessageContaining("add a unit");
    assertThatThrownBy(() -> TimeSpan.parse("3m")).hasMessageContaining("ms or min");
    assertThatThrownBy(() -> Share.parse("10")).hasMessageContaining("10%");
    assertThatThrownBy(() -> Money.parse("2.5")).hasMessageContaining("currency");
  }

  @Test
  void decimal_and_binary_sizes_differ() {
    assertThat(DataSize.parse("1GB").bytes()).isEqualTo(1_000_000_000L);
    assertThat(DataSize.parse("1GiB").bytes()).isEqualTo(1L << 30);
    assertThat(DataSize.parse("25MiB").bytes()).isEqualTo(26_214_400L);
    assertThatThrownBy(() -> DataSize.parse("1e6PB")).isInstanceOf(QuantityFormatException.class);
  }

  @Test
  void what_is_printed_reads_back_to_the_digits_shown() {
    roundTrip(Bandwidth::new, Bandwidth::parse, Bandwidth::bytesPerSecond, 0, 14);
    roundTrip(TimeSpan::new, TimeSpan::parse, TimeSpan::seconds, -11, 8);
    roundTrip(ComputeRate::new, ComputeRate::parse, ComputeRate::flopPerSecond, 9, 17);
    roundTrip(b -> new DataSize(Math.round(b)), DataSize::parse, DataSize::bytes, 0, 17);
    roundTrip(v -> new Bandwidth(v), t -> Bandwidth.parse(t), Bandwidth::bytesPerSecond, 3, 12);
  }

  private static <T> void roundTrip(
      DoubleFunction<T> make,
      Function<String, T> parse,
      ToDoubleFunction<T> value,
      int fromPower,
      int toPower) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < SAMPLES; i++) {
      T made = make.apply(Math.pow(10, random.nextDouble(fromPower, toPower)));
      T back = parse.apply(made.toString());
      assertThat(value.applyAsDouble(back))
          .as("%s", made)
          .isCloseTo(value.applyAsDouble(made), within(5e-4 * value.applyAsDouble(made) + 1e-12));
      assertThat(parse.apply(back.toString())).isEqualTo(back);
    }
  }

  @Test
  void bits_and_bytes_print_the_same_rate() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < SAMPLES; i++) {
      Bandwidth b = new Bandwidth(Math.pow(10, random.nextDouble(2, 13)));
      assertThat(Bandwidth.parse(b.inBits()).bytesPerSecond())
          .isCloseTo(b.bytesPerSecond(), within(5e-4 * b.bytesPerSecond()));
    }
  }

  @Test
  void never_fails_otherwise_on_any_text() {
    SplittableRandom random = new SplittableRandom(SEED);
    String letters = "0123456789.eE+-_ GgMmKkTtBbiPp/sµ%$hd\u0000é";
    List<Function<String, ?>> parsers =
        List.of(
            Bandwidth::parse,
            DataSize::parse,
            TimeSpan::parse,
            ComputeRate::parse,
            Money::parse,
            Share::parse);
    for (int i = 0; i < SAMPLES; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n > 0; n--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      for (Function<String, ?> parser : parsers) {
        try {
          parser.apply(text.toString());
        } catch (QuantityFormatException expected) {
          assertThat(expected.expected()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void money_is_exact() {
    assertThat(Money.parse("$2.50").microDollars()).isEqualTo(2_500_000L);
    assertThat(Money.parse("2.5 USD")).isEqualTo(Money.parse("$2.50"));
    assertThat(Money.parse("$500M").dollars()).isEqualTo(5e8);
    assertThat(Money.parse("$1.5B").dollars()).isEqualTo(1.5e9);
    assertThat(Money.parsePerHour("$3/h")).hasToString("$3.00");
    assertThat(Money.ofDollars(11_826_000)).hasToString("$11,826,000");
  }

  @Test
  void times_print_in_the_unit_people_use() {
    assertThat(new TimeSpan(0.1709)).hasToString("170.9 ms");
    assertThat(new TimeSpan(4.3125)).hasToString("4.313 s");
    assertThat(new TimeSpan(3e-6)).hasToString("3 us");
    assertThat(TimeSpan.print(-0.25)).isEqualTo("-250 ms");
    assertThat(new TimeSpan(0.99999)).hasToString("1 s");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "8, 8 B",
    "1023, 1023 B",
    "1536, 1536 B",
    "65536, 64 KiB",
    "1572864, 1572864 B",
    "16777216, 16 MiB",
    "1073741824, 1 GiB",
    "9223372036854775807, 9223372036854775807 B",
  })
  void sizes_print_in_binary_units_as_far_as_they_are_exact(long bytes, String text) {
    assertThat(DataSize.binary(bytes)).isEqualTo(text);
  }

  @Test
  void shares_print_in_percent() {
    assertThat(Share.parse("10%")).isEqualTo(new Share(0.1));
    assertThat(Share.print(0.1579)).isEqualTo("15.8 %");
    assertThat(Share.print(0.0361)).isEqualTo("3.61 %");
    assertThat(Share.print(1)).isEqualTo("100 %");
    assertThat(Share.print(Double.NaN)).isEqualTo("-");
  }
}
