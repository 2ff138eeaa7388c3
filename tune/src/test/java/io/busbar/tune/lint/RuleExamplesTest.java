package io.busbar.tune.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Texts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule finds its wrong example and leaves its right one alone. */
class RuleExamplesTest {
  private static final Texts TEXTS = Texts.standard();

  static Stream<String> codes() {
    return Rules.ALL.stream().map(Rule::code);
  }

  private static String text(String code, String part) {
    String text = TEXTS.find(code + "." + part);
    return text == null ? "" : text;
  }

  private static Lint.Result example(String code, String part) {
    return Linted.of(
        text(code, "file"), text(code, part) + "\n", text(code, "nccl"), text(code, "cluster"));
  }

  @ParameterizedTest
  @MethodSource("codes")
  void the_wrong_example_is_found(String code) {
    assertThat(Linted.codes(example(code, "wrong"))).contains(code);
  }

  @ParameterizedTest
  @MethodSource("codes")
  void the_right_example_is_not(String code) {
    assertThat(Linted.codes(example(code, "right"))).doesNotContain(code);
  }

  @ParameterizedTest
  @MethodSource("codes")
  void a_rule_says_what_why_and_what_to_do_and_where_it_knows_it_from(String code) {
    for (String part : List.of("title", "why", "fix", "source", "file", "wrong", "right")) {
      assertThat(text(code, part)).as(code + "." + part).isNotBlank();
    }
    assertThat(text(code, "title").length()).as("one line").isLessThan(90);
  }

  @Test
  void codes_are_unique_and_every_text_belongs_to_a_rule() {
    Set<String> codes = new HashSet<>(codes().toList());
    assertThat(codes).hasSize(Rules.ALL.size()).allMatch(code -> code.matches("[a-z-]+"));
    for (String key : TEXTS.keys()) {
      assertThat(codes).as(key).contains(key.substring(0, key.indexOf('.')));
    }
  }

  @ParameterizedTest
  @MethodSource("codes")
  void correcting_the_wrong_example_removes_what_can_be_corrected(String code) {
    Lint.Result wrong = example(code, "wrong");
    String fixed =
        Correction.apply(
            text(code, "wrong") + "\n", wrong.edits().getOrDefault(text(code, "file"), List.of()));
    Lint.Result right =
        Linted.of(text(code, "file"), fixed, text(code, "nccl"), text(code, "cluster"));
    boolean correctable =
        wrong.findings().stream().anyMatch(f -> f.code().equals(code) && f.correctable());
    assertThat(Linted.codes(right).contains(code) && correctable).as(fixed).isFalse();
  }
}
