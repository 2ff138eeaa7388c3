package io.busbar.base.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
  private static final Term BYTES = Term.input("bytes", "B", "what travels");
  private static final Term RATE = Term.constant("rate", "B/s", "line rate", "data sheet");
  private static final Term WIRE = Term.of("wire_s", "s", "time on the wire", "{bytes} / {rate}");
  private static final Term TWICE = Term.of("twice_s", "s", "there and back", "2 * {wire_s}");

  private static double cost(Ledger ledger) {
    double bytes = ledger.put(BYTES, 100, Quality.SOURCED, "given");
    double rate = ledger.put(RATE, 50);
    ledger.open("wire");
    double wire = ledger.put(WIRE, bytes / rate);
    return ledger.close(TWICE, 2 * wire);
  }

  @Test
  void the_same_function_gives_the_same_number_with_and_without_reasons() {
    assertThat(cost(new RecordingLedger())).isEqualTo(cost(Ledger.OFF)).isEqualTo(4);
  }

  @Test
  void keeps_the_tree_of_reasons() {
    RecordingLedger ledger = new RecordingLedger();
    cost(ledger);
    Explained twice = ledger.get("twice_s");
    assertThat(twice).isNotNull();
    assertThat(twice.inputs()).extracting(e -> e.term().name()).containsExactly("wire_s");
    assertThat(twice.find("bytes")).isNotNull().extracting(Explained::source).isEqualTo("given");
    assertThat(twice.find("rate")).extracting(Explained::shownSource).isEqualTo("data sheet");
    assertThat(ledger.get("wire_s")).as("names inside a scope stay inside").isNull();
  }

  @Test
  void an_input_that_is_explained_already_keeps_its_explanation() {
    RecordingLedger ledger = new RecordingLedger();
    double twice = cost(ledger);
    ledger.put(Term.input("twice_s", "s", "given"), twice);
    assertThat(ledger.get("twice_s")).extracting(e -> e.term().formula()).isNotNull();
    ledger.put(Term.input("twice_s", "s", "given"), twice + 1);
    assertThat(ledger.get("twice_s")).extracting(e -> e.term().formula()).isNull();
  }

  @Test
  void a_formula_may_only_refer_to_what_was_put_before() {
    assertThatThrownBy(() -> new RecordingLedger().put(WIRE, 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("{bytes}");
    assertThatThrownBy(() -> new RecordingLedger().close(TWICE, 2))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + 2 * 3 | 7",
        "(1 + 2) * 3 | 9",
        "2 ^ 3 ^ 2 | 512",
        "-{a} + 10 / 4 | 0.5",
        "max(1, {a}, 3 - 1) * min({b}, 7) | 10",
        "ceil(1.2) + floor(1.8) + round(2.6) | 6",
        "sqrt(9) + log2(8) + ln(1) | 6",
        "1e-3 * 2e3 | 2"
      })
  void formulas_evaluate(String formula, double expected) {
    Map<String, Double> values = Map.of("a", 2.0, "b", 5.0);
    assertThat(Formula.of(formula).evaluate(values::get)).isCloseTo(expected, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 +", "(1", "foo(2)", "1 2", "{a} {b}", "*", "max()"})
  void what_is_no_formula_is_refused(String text) {
    assertThatThrownBy(() -> Formula.of(text).evaluate(n -> 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void renders_names_with_their_values() {
    assertThat(Formula.of("{bytes} / {rate}").render(n -> n.equals("rate") ? "50 B/s" : "100 B"))
        .isEqualTo("100 B / 50 B/s");
    assertThat(Formula.of("{b} + {a} + {b}").names()).containsExactly("b", "a");
  }
}
