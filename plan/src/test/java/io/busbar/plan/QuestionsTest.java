package io.busbar.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.plan.answer.PlanAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds docs/questions.md against the product: our figures as they are, known ones as near as said.
 */
class QuestionsTest {
  private static final Path PAGE = Path.of("../docs/questions.md");

  /**
   * A row of the page.
   *
   * @param ours in seconds or gigabytes, as printed
   * @param within relative difference that is allowed against the known value
   */
  private record Question(
      String asked, String options, String figure, double ours, double known, double within) {
    @Override
    public String toString() {
      return asked;
    }
  }

  private static List<Question> questions() {
    try {
      return Files.readString(PAGE)
          .lines()
          .filter(line -> line.contains("| `--model"))
          .map(QuestionsTest::question)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Question question(String line) {
    List<String> cells = Arrays.stream(line.split("\\|")).map(String::strip).toList();
    return new Question(
        cells.get(1),
        cells.get(2).replace("`", ""),
        cells.get(3),
        number(cells.get(4)),
        number(cells.get(5)),
        number(cells.get(7)) / 100);
  }

  private static double number(String cell) {
    return Double.parseDouble(cell.split(" ")[0]);
  }

  @Test
  void there_are_twelve() {
    assertThat(questions()).hasSize(12);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void is_answered_as_the_page_says(Question q) {
    PlanAnswer a = Asked.planned(q.options()).answer();
    double ours = q.figure().equals("step") ? a.stepS() : a.stateBytesPerGpu() / 1e9;
    assertThat(ours).isCloseTo(q.ours(), within(0.01 * q.ours()));
    assertThat(ours).isCloseTo(q.known(), within(q.within() * q.known()));
  }

  @Test
  void racks_beat_nodes_by_about_their_peak() {
    double racks = tokensPerSecond("gb200-nvl72:16");
    double nodes = tokensPerSecond("dgx-h100:128");
    double peak = 1152 * 5000.0 / (1024 * 1979.0);
    assertThat(racks / nodes).isCloseTo(peak, within(0.2 * peak));
  }

  private static double tokensPerSecond(String cluster) {
    return Asked.planned("--model deepseek-v3 --cluster " + cluster).answer().tokensPerS();
  }
}
