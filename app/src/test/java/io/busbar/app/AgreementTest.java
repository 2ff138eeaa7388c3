package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * The same question, asked in every way that answers it. Writes docs/agreement.md anew with {@code
 * -Dbusbar.docs=write}.
 */
class AgreementTest {
  private static final Path PAGE = Path.of("..", "docs", "agreement.md");
  private static final boolean WRITE = "write".equals(System.getProperty("busbar.docs"));

  /** Of what is asked without losses; more needs a named physical reason. */
  private static final double IDEAL = 0.05;

  /** Of what hardware achieves. */
  private static final double ACHIEVED = 0.001;

  /** Rounding to picoseconds. */
  private static final double LOW = 0.9999;

  @Test
  void every_way_gives_the_same_answer_or_says_why_not() throws IOException {
    List<IdealAnswers> ideal = IdealAnswers.all();
    List<AchievedAnswers> achieved = AchievedAnswers.all();

    assertThat(ideal.size() + achieved.size()).isGreaterThanOrEqualTo(60);
    SoftAssertions checks = new SoftAssertions();
    for (IdealAnswers answers : ideal) {
      String line = answers.line();
      checks.assertThat(answers.lowest()).as(line).isGreaterThanOrEqualTo(answers.bound() * LOW);
      checks.assertThat(answers.overload()).as("load, " + line).isLessThanOrEqualTo(1 / LOW);
      checks.assertThat(answers.delivered()).as("delivered, " + line).hasSize(1);
      if (answers.reason().isEmpty()) {
        checks.assertThat(answers.spread()).as(line).isLessThanOrEqualTo(IDEAL);
      }
    }
    for (AchievedAnswers answers : achieved) {
      String line = answers.question();
      checks.assertThat(answers.spread()).as(line).isLessThanOrEqualTo(ACHIEVED);
      checks.assertThat(answers.collective()).as(line).isGreaterThan(answers.bound());
    }
    String page = AgreementPage.of(ideal, achieved);
    if (WRITE) {
      Files.writeString(PAGE, page);
    }
    checks.assertAll();
    assertThat(PAGE).as("write it with -Dbusbar.docs=write").hasContent(page);
  }
}
