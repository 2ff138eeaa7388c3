package io.busbar.app.command.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ValidateCollectivesTest {
  private static final String FOLDER = "src/test/resources/io/busbar/app/measured";
  private static final String TABLE = "src/test/resources/io/busbar/app/all_reduce.txt";

  private final TestTerminal terminal = new TestTerminal();

  private JsonNode json(String call) {
    assertThat(terminal.run((call + " --format json").split(" "))).as(terminal.err()).isZero();
    return JsonMapper.shared().readTree(terminal.out());
  }

  @Test
  void a_folder_of_measurements_is_scored() {
    JsonNode answer = json("validate collectives " + FOLDER);

    assertThat(answer.get("schema").asString()).isEqualTo("busbar/validate-collectives/1");
    JsonNode box = answer.get("experiments").get(0);
    assertThat(box.get("id").asString()).isEqualTo("box-8g-allreduce");
    assertThat(box.get("healthy").asString()).isEqualTo("yes");
    assertThat(box.get("n_points").asInt()).isEqualTo(4);
    assertThat(box.get("median_error").asDouble()).isBetween(0.0, 0.5);
    assertThat(box.get("regimes").get("latency").get("n_points").asInt()).isEqualTo(1);
    JsonNode point = box.get("points").get(0);
    assertThat(point.get("size_bytes").asLong()).isEqualTo(1024);
    assertThat(point.get("measured_s").asDouble()).isEqualTo(22e-6);
    assertThat(point.get("predicted_s").asDouble()).isPositive();
    assertThat(answer.get("experiments").get(2).get("median_error").isNull()).isTrue();
    assertThat(answer.get("summary").get("n_experiments_covered").asInt()).isEqualTo(2);
    assertThat(answer.get("warnings").isEmpty()).isTrue();
  }

  @Test
  void a_table_and_a_folder_are_scored_together_as_text_in_100_columns() {
    String call = "validate collectives " + FOLDER + " " + TABLE;
    String options = " --cluster dgx-h100:2 --show all_reduce.txt";
    assertThat(terminal.run((call + options).split(" "))).isZero();
    assertThat(terminal.out())
        .contains("3 of 4", "dgx-h100:2", "latency, to 32 KiB", "Experiment all_reduce.txt");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void html_draws_the_experiment_that_is_asked_for() {
    assertThat(
            terminal.run(
                "validate",
                "collectives",
                FOLDER,
                "--show",
                "box-8g-allreduce",
                "--format",
                "html"))
        .isZero();
    assertThat(terminal.out()).contains("Experiment box-8g-allreduce");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "validate collectives " + TABLE + " | --cluster dgx-h100:4",
        "validate collectives " + TABLE + " --cluster dgx-h10:4 | did you mean 'dgx-h100'?",
        "validate collectives "
            + FOLDER
            + " --show box-8g-allreduc | did you mean 'box-8g-allreduce'?",
        "validate collectives pom.xml | a table of nccl-tests or OSU",
        "validate collectives nowhere.txt | an existing file",
        "validate training a.csv b.csv | a single table of runs",
        "validate training a.csv --cluster dgx-h100 | it belongs to collectives",
      })
  void wrong_calls_are_told(String call, String said) {
    assertThat(terminal.run(call.split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains(said);
  }
}
