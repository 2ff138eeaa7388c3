package io.busbar.app.command.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CalibrateCommandTest {
  private static final String TABLE = "src/test/resources/io/busbar/app/all_reduce.txt";

  private final TestTerminal terminal = new TestTerminal();

  @TempDir private Path folder;

  /** A made-up all-reduce of two nodes: start-up plus bytes over a rate. */
  private String table(double startUs, double gigabytesPerSecond) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int log = 3; log <= 33; log += 2) {
      long size = 1L << log;
      double us = startUs + size / gigabytesPerSecond / 1e3;
      double algbw = size / us / 1e3;
      rows.append(
          String.format(
              Locale.ROOT,
              "%d %d float sum -1 %.2f %.2f %.2f 0 %.2f %.2f %.2f 0%n",
              size,
              size / 4,
              us,
              algbw,
              algbw * 15 / 8,
              us,
              algbw,
              algbw * 15 / 8));
    }
    return Files.writeString(folder.resolve("all_reduce.txt"), rows).toString();
  }

  @Test
  void the_file_that_it_writes_changes_what_collective_predicts() throws IOException {
    String out = folder.resolve("own.yaml").toString();
    assertThat(terminal.run("calibrate", table(40, 150), "--cluster", "dgx-h100:2", "--out", out))
        .as(terminal.err())
        .isZero();
    assertThat(terminal.out()).contains("Fitted", "Errors").doesNotContain("For the cluster file");
    assertThat(Path.of(out)).content().contains("node: dgx-h100\nnodes: 2\n", "all_reduce.txt");

    double measured = 40e-6 + (1L << 31) / 150e9;
    assertThat(seconds(out))
        .isCloseTo(measured, org.assertj.core.data.Percentage.withPercentage(8));
    assertThat(seconds("dgx-h100:2")).isLessThan(0.85 * measured);
  }

  private static double seconds(String cluster) {
    TestTerminal own = new TestTerminal();
    own.run(
        "collective",
        "all_reduce",
        "--cluster",
        cluster,
        "-b",
        "2G",
        "-e",
        "2G",
        "--nccl",
        "2.23.4",
        "--format",
        "json");
    return JsonMapper.shared().readTree(own.out()).get("rows").get(0).get("time_us").asDouble()
        / 1e6;
  }

  @Test
  void without_out_the_section_is_printed_in_100_columns() throws IOException {
    assertThat(terminal.run("calibrate", table(40, 150), "--cluster", "dgx-h100:2")).isZero();
    assertThat(terminal.out()).contains("For the cluster file", "collectives:", "start: ", "grew");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void json_has_constants_tables_and_points() throws IOException {
    String table = table(40, 150);
    assertThat(terminal.run("calibrate", table, "--cluster", "dgx-h100:2", "--format", "json"))
        .isZero();
    JsonNode answer = JsonMapper.shared().readTree(terminal.out());
    assertThat(answer.get("schema").asString()).isEqualTo("busbar/calibrate/1");
    assertThat(answer.get("fitted").get(0).get("value").asDouble()).isPositive();
    assertThat(answer.get("tables").get(0).get("residuals").size()).isEqualTo(16);
    assertThat(answer.get("held_out").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "calibrate " + TABLE + " --cluster dgx-h100:1 | at most the 8 GPUs",
        "calibrate " + TABLE + " --cluster dgx-h100:2 | tables that determine a constant",
        "calibrate " + TABLE + " --cluster dgx-h10:2 | did you mean 'dgx-h100'?",
        "calibrate src/test/resources --cluster dgx-h100:2 | an output of nccl-tests",
        "calibrate pom.xml --cluster dgx-h100:2 | a table of nccl-tests",
        "calibrate nowhere.txt --cluster dgx-h100:2 | an existing file",
      })
  void wrong_calls_are_told(String call, String said) {
    assertThat(terminal.run(call.split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains(said);
  }

  private static final String STEPS = "src/test/resources/io/busbar/app/steps.csv";

  @Test
  void measured_steps_change_what_plan_predicts() throws IOException {
    String out = folder.resolve("own.yaml").toString();
    assertThat(terminal.run("calibrate", "--steps", STEPS, "--cluster", "dgx-b200:1", "--out", out))
        .as(terminal.err())
        .isZero();
    assertThat(terminal.out()).contains("Median errors", "by the others", "Fitted", "sustained");
    assertThat(Path.of(out)).content().contains("steps:\n", "sustained: ");

    String job = "plan --model llama3-8b --tp 1 --pp 1 --global-batch 64 --format json --cluster ";
    double usual = stepS(job + "dgx-b200:1");
    assertThat(stepS(job + out)).isGreaterThan(1.1 * usual);
  }

  private double stepS(String call) {
    TestTerminal own = new TestTerminal();
    assertThat(own.run(call.split(" "))).as(own.err()).isZero();
    return JsonMapper.shared().readTree(own.out()).get("step_s").asDouble();
  }

  @Test
  void all_that_is_wrong_with_a_table_of_steps_is_told_at_once() throws IOException {
    Path table = folder.resolve("steps.csv");
    Files.writeString(
        table,
        """
        model,tp,pp,global_batch,seq_len,step_time_s,overlap_tensor,gpus
        llama3-70b,two,1,16,4096,0.8,0,8
        llama3-70x,2,1,16,4096,0.8,0,8
        llama3-70b,2,1,16,4096,,maybe,64
        """);
    assertThat(terminal.run("calibrate", "--steps", table.toString(), "--cluster", "dgx-b200:1"))
        .isEqualTo(2);
    assertThat(terminal.err())
        .contains("steps.csv:2", "two", "steps.csv:3", "llama3-70b", "steps.csv:4", "step_time_s")
        .contains("maybe", "at most the 8 GPUs");

    Files.writeString(table, "model,tp,pp,globl_batch,seq_len,step_time_s\n");
    TestTerminal again = new TestTerminal();
    assertThat(again.run("calibrate", "--steps", table.toString(), "--cluster", "dgx-b200:1"))
        .isEqualTo(2);
    assertThat(again.err()).contains("globl_batch", "did you mean 'global_batch'");
  }

  @Test
  void tables_of_collectives_and_steps_come_one_after_the_other() {
    assertThat(terminal.run("calibrate", TABLE, "--steps", STEPS, "--cluster", "dgx-b200:1"))
        .isEqualTo(2);
    assertThat(terminal.err()).contains("no table beside --steps");
    TestTerminal none = new TestTerminal();
    assertThat(none.run("calibrate", "--cluster", "dgx-b200:1")).isEqualTo(2);
    assertThat(none.err()).contains("--steps or --operators");
  }
}
