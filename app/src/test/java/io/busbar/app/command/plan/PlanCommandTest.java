package io.busbar.app.command.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.Terminal;
import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanCommandTest {
  private static final String PLAN = "plan --model llama3-8b --cluster dgx-h100:2 --tp 2 --pp 1";
  private final TestTerminal terminal = new TestTerminal();

  private int run(String call) {
    return terminal.run(call.split(" "));
  }

  private JsonNode json(String call) {
    assertThat(run(call + " --format json")).as(terminal.err()).isZero();
    return JsonMapper.shared().readTree(terminal.out());
  }

  @Test
  void text_fits_a_hundred_columns() {
    assertThat(run(PLAN + " --textbook --explain --price $2/h")).as(terminal.err()).isZero();
    assertThat(terminal.out().lines()).allSatisfy(l -> assertThat(l.length()).isLessThan(101));
    assertThat(terminal.out()).contains("The step", "tokens/s", "What single changes do", "D3");
  }

  @Test
  void json_has_the_keys_that_are_promised() {
    JsonNode plan = json(PLAN);
    assertThat(plan.get("schema").asString()).isEqualTo("busbar/plan/1");
    for (String key :
        List.of(
            "step_s",
            "gradient_bytes_per_gpu",
            "dp_allreduce_line_rate_s",
            "bubble_over_ideal",
            "bubble_share",
            "state_bytes_per_gpu",
            "fixed_s",
            "per_micro_batch_s")) {
      assertThat(plan.get(key).isNumber()).as(key).isTrue();
    }
    assertThat(plan.get("cost").isNull()).isTrue();
    assertThat(plan.get("textbook").isNull()).isTrue();
  }

  @Test
  void the_same_call_gives_the_same_bytes() {
    assertThat(run(PLAN + " --format html")).isZero();
    String first = terminal.out();
    TestTerminal again = new TestTerminal();
    again.run((PLAN + " --format html").split(" "));
    assertThat(again.out()).isEqualTo(first).startsWith("<!DOCTYPE html>");
  }

  @Test
  void a_trace_is_a_list_of_events() {
    assertThat(run(PLAN + " --format trace")).isZero();
    JsonNode events = JsonMapper.shared().readTree(terminal.out()).get("traceEvents");
    assertThat(events.size()).isGreaterThan(10);
    assertThat(events.get(events.size() - 1).get("ph").asString()).isEqualTo("X");
  }

  @Test
  void options_win_over_the_file(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("plan.yaml");
    assertThat(run("init plan --out " + file)).isZero();
    JsonNode plan = json("plan " + file + " --tp 4 --price $5/h");
    assertThat(plan.get("layout").get("tp").asInt()).isEqualTo(4);
    assertThat(plan.get("cost").get("price_per_gpu_hour_usd").asDouble()).isEqualTo(5);
    assertThat(Files.readString(file)).contains("model:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"torch-ddp", "torch-fsdp2", "megatron", "deepspeed"})
  void settings_come_in_every_frameworks_words(String framework) {
    assertThat(run(PLAN + " --emit " + framework)).as(terminal.err()).isZero();
    assertThat(terminal.out().lines().count()).isGreaterThan(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plan | a plan file, or --model and --cluster",
        "plan --model llama3-8b --cluster dgx-h100:2 --tp 2 --pp 1 --measured 4 | add a unit",
        "plan --model llama3-8b --cluster dgx-h100:2 --tp 2 --pp 1 --measured 0s | above 0",
        "plan --model llama3-8b --cluster dgx-h100:2 --tp 2 --pp 1 --emit megatrn | megatron",
        "plan --model lama3-8b --cluster dgx-h100:2 | did you mean",
        "plan --model llama3-8b --cluster dgx-h100 --tp 3 --pp 1 | divisor",
        "plan nowhere.yaml | an existing file",
        "plan --modle llama3-8b | --model",
        "scaling --measured 8=1tok/s | at least two sizes",
        "validate traning x.csv | did you mean 'training'?",
        "init plam | did you mean 'plan'?"
      })
  void wrong_calls_end_with_two_and_say_what_was_expected(String call, String expected) {
    assertThat(run(call)).isEqualTo(2);
    assertThat(terminal.err()).contains(expected).doesNotContain("Exception", "\tat ");
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void runs_are_scored_and_what_is_not_expressed_is_named() {
    Path csv = Path.of("src/test/resources/io/busbar/app/runs.csv");
    JsonNode answer = json("validate training " + csv);
    assertThat(answer.get("rows").size()).isEqualTo(2);
    assertThat(answer.get("rows").get(1).get("measured_s").isNull()).isTrue();
    assertThat(answer.get("rows").get(1).get("predicted_s").asDouble()).isPositive();
    assertThat(answer.get("rows").get(0).get("memory_verdict").asString())
        .isIn("fits", "tight", "does-not-fit");
    assertThat(answer.get("skipped").size()).isEqualTo(2);
    assertThat(answer.get("skipped").get(0).get("reason").asString()).contains("no architecture");
  }

  @Test
  void the_verdict_comes_first_and_can_fail_a_script() {
    String call = "plan --model llama3-70b --cluster dgx-h100:1 --global-batch 64 --brief";
    assertThat(run(call)).isZero();
    List<String> lines = terminal.out().lines().filter(l -> !l.isBlank()).toList();
    assertThat(lines.get(2)).contains("does not fit: short by");
    assertThat(terminal.out()).contains("The nearest that fit", "--offload optimizer");
    assertThat(run(call + " --fail-on does-not-fit")).isEqualTo(ExitCodes.FOUND);
    assertThat(run(PLAN + " --brief --fail-on does-not-fit")).isZero();
    assertThat(run(PLAN + " --fail-on never")).isEqualTo(ExitCodes.INPUT);
  }

  @Test
  void text_fits_the_width_that_is_asked_for() {
    for (int width : new int[] {60, 80, 140}) {
      assertThat(run(PLAN + " --textbook --explain --price $2/h --width " + width)).isZero();
      assertThat(terminal.out().lines())
          .allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(width));
    }
    assertThat(run(PLAN + " --width 20")).isEqualTo(ExitCodes.INPUT);
    assertThat(Terminal.columns("80")).isEqualTo(80);
    assertThat(Terminal.columns("x")).isEqualTo(100);
    assertThat(Terminal.columns(null)).isEqualTo(100);
  }

  @Test
  void clusters_with_commas_are_set_side_by_side() {
    String call = "plan --model llama3-8b --cluster dgx-h100:2,dgx-a100:4";
    JsonNode compared = json(call);
    assertThat(compared.get("schema").asString()).isEqualTo("busbar/plan-compare/1");
    JsonNode plans = compared.get("plans");
    assertThat(plans.size()).isEqualTo(2);
    assertThat(plans.get(0).get("global_batch_tokens").asLong())
        .isEqualTo(plans.get(1).get("global_batch_tokens").asLong());
    assertThat(run(call)).as(terminal.err()).isZero();
    assertThat(terminal.out()).contains("The plans", "What differs in the inputs", "Time for");
    assertThat(run(call + " --emit megatron")).isEqualTo(ExitCodes.INPUT);
    assertThat(run(call + " --format html")).isZero();
  }

  @Test
  void help_of_a_command_by_either_word() {
    TestTerminal other = new TestTerminal();
    assertThat(run("help plan")).isZero();
    assertThat(other.run("plan", "--help")).isZero();
    assertThat(terminal.out()).isEqualTo(other.out()).contains("--fail-on", "--brief");
  }

  @Test
  void recommendations_can_be_typed() {
    JsonNode plan =
        json(
            "plan --model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 4 --schedule 1f1b"
                + " --global-batch 128");
    JsonNode first = plan.get("recommendations").get(0);
    assertThat(first.get("fix").get(0).asString()).startsWith("busbar: --");
    assertThat(first.get("fix").get(1).asString()).startsWith("Megatron-Core since");
    for (JsonNode other : plan.get("elsewhere")) {
      assertThat(other.get("title").asString()).startsWith("with a stack that has");
    }
  }
}
