package io.busbar.simulate.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.simulate.validate.SimulationValidation.Answer;
import io.busbar.simulate.validate.SimulationValidation.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Plays the fast rows of the table and holds docs/validation.md against them. The page is written
 * anew with {@code -Dbusbar.docs=write}, with its slow rows by {@code -Dbusbar.docs=write-all};
 * otherwise this says when it is old.
 */
class SimulationValidationTest {
  private static final Path PAGE = Path.of("../docs/validation.md");
  private static final String DOCS = System.getProperty("busbar.docs", "");

  @Test
  void the_page_says_what_the_engines_do() throws IOException {
    Answer answer = SimulationValidation.run(DOCS.equals("write-all"), "");
    String old = Files.exists(PAGE) ? Files.readString(PAGE) : "";
    String page = new ValidationPage(answer, old).text();
    if (DOCS.startsWith("write")) {
      Files.writeString(PAGE, page);
    }

    assertThat(PAGE).as("write it with -Dbusbar.docs=write").hasContent(page);
    assertThat(page)
        .as("play the slow rows with -Dbusbar.docs=write-all")
        .doesNotContain(ValidationPage.MISSING);
    assertThat(answer.rows()).filteredOn(Result::slow).isNotEmpty();
    assertThat(answer.held() + answer.notHeld() + answer.shown() + answer.notPlayed())
        .isEqualTo(answer.rows().size());
  }

  @Test
  void what_does_not_hold_says_why() throws IOException {
    List<String> reasons =
        ExpectationTable.standard().rows().stream()
            .filter(row -> !row.note().isEmpty())
            .map(Expectation::id)
            .toList();

    assertThat(Files.readAllLines(PAGE))
        .filteredOn(line -> line.startsWith("| `") && line.contains("**not held**"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(reasons).contains(line.split("`")[1]));
  }

  @Test
  void every_row_is_whole() {
    ExpectationTable table = ExpectationTable.standard();
    List<Expectation> rows = table.rows();

    assertThat(rows).extracting(Expectation::id).doesNotHaveDuplicates();
    assertThat(rows)
        .allSatisfy(row -> {
          boolean shown = row.comparison() == Comparison.SHOWN;
          assertThat(table.topics()).as(row.id()).containsKey(row.topic());
          assertThat(Double.isNaN(row.expected())).as(row.id()).isEqualTo(shown);
          assertThat(row.source().isEmpty()).as(row.id()).isEqualTo(shown);
          assertThat(row.tolerance() > 0)
              .as(row.id())
              .isEqualTo(row.comparison() == Comparison.WITHIN);
          assertThat(row.scenario()).as(row.id()).isNotEmpty();
        });
  }

  @Test
  void a_part_can_be_asked_for() {
    assertThat(SimulationValidation.run(false, "clear-to-send").rows())
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.topic()).isEqualTo("clear-to-send"));
    assertThat(SimulationValidation.run(false, "rate-step").rows()).hasSize(6);
    assertThat(SimulationValidation.names()).contains("dcqcn", "rate-step-3");
  }

  @Test
  void a_figure_is_held_against_its_expectation() {
    assertThat(row(Comparison.WITHIN, 10, Double.NaN, 0.1).holds(10.9)).isTrue();
    assertThat(row(Comparison.WITHIN, 10, Double.NaN, 0.1).holds(11.1)).isFalse();
    assertThat(row(Comparison.AT_MOST, 10, Double.NaN, 0).holds(10.1)).isFalse();
    assertThat(row(Comparison.AT_LEAST, 10, Double.NaN, 0).holds(9.9)).isFalse();
    assertThat(row(Comparison.BETWEEN, 3, 5, 0).holds(5)).isTrue();
    assertThat(row(Comparison.BETWEEN, 3, 5, 0).holds(5.1)).isFalse();
    assertThat(row(Comparison.EXACT, 0, Double.NaN, 0).holds(0)).isTrue();
    assertThat(row(Comparison.EXACT, 10, Double.NaN, 0).holds(10.001)).isFalse();
    assertThat(row(Comparison.WITHIN, 10, Double.NaN, 0.1).holds(Double.NaN)).isFalse();
  }

  private static Expectation row(Comparison kind, double expected, double upTo, double tolerance) {
    return new Expectation(
        "a", "b", "c", "rate", "", "d", kind, expected, upTo, tolerance, "", "e", false, "");
  }

  @Test
  void a_key_that_no_experiment_knows_is_an_error_of_the_table() {
    Expectation wrong =
        new Expectation(
            "a",
            "b",
            "c",
            "fluid sendres=2",
            "",
            "queue_kb",
            Comparison.EXACT,
            1,
            Double.NaN,
            0,
            "",
            "",
            false,
            "");
    assertThatThrownBy(() -> new Experiments().measure(wrong)).hasMessageContaining("sendres");
  }
}
