package io.busbar.app.command.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanCalculonTest {
  private static final String EXECUTION =
      """
      {"num_procs": 64, "tensor_par": 8, "pipeline_par": 8, "data_par": 1,
       "tensor_par_net": 0, "pipeline_par_net": 1, "data_par_net": 1,
       "batch_size": 64, "microbatch_size": 1, "datatype": "float16",
       "fused_activation": false, "attention_type": "multihead",
       "activation_recompute": "full", "pipeline_interleaving": 3,
       "optimizer_sharding": false, "tensor_par_comm_type": "ar",
       "tensor_par_overlap": "none", "seq_par_ag_redo": false, "data_par_overlap": false,
       "weight_offload": false, "activations_offload": false, "optimizer_offload": false,
       "training": true}
      """;
  private static final String APPLICATION =
      """
      {"hidden": 12288, "feedforward": 49152, "seq_size": 2048, "attn_heads": 96,
       "attn_size": 128, "num_blocks": 96}
      """;

  private final TestTerminal terminal = new TestTerminal();

  @TempDir private Path folder;
  private Path execution = Path.of("");
  private Path application = Path.of("");

  @BeforeEach
  void files() throws IOException {
    execution = folder.resolve("execution.json");
    application = folder.resolve("application.json");
    Files.writeString(execution, EXECUTION);
    Files.writeString(application, APPLICATION);
  }

  private int plan(String model, String cluster, String... more) {
    String call = "plan " + execution + " --model " + model + " --cluster " + cluster;
    return terminal.run((call + " " + String.join(" ", more)).strip().split(" "));
  }

  @Test
  void an_execution_is_planned_as_it_says() {
    assertThat(plan(application.toString(), "dgx-a100", "--format", "json"))
        .as(terminal.err())
        .isZero();
    JsonNode plan = JsonMapper.shared().readTree(terminal.out());
    JsonNode layout = plan.get("layout");
    assertThat(plan.get("cluster").get("gpus").asLong()).isEqualTo(64);
    assertThat(layout.get("tp").asInt()).isEqualTo(8);
    assertThat(layout.get("pp").asInt()).isEqualTo(8);
    assertThat(layout.get("virtual_stages").asInt()).isEqualTo(3);
    assertThat(layout.get("sequence_parallel").asBoolean()).isFalse();
    assertThat(layout.get("sequence").asInt()).isEqualTo(2048);
    assertThat(layout.get("recompute").asString()).isEqualTo("full");
    assertThat(plan.get("micro_batches").asLong()).isEqualTo(64);
    // 96 layers, 51,200 tokens and 2,048 positions, a last norm.
    long h = 12288;
    long layers = 96 * (12 * h * h + 13 * h);
    assertThat(plan.get("parameters").asLong()).isEqualTo(layers + (51_200 + 2048) * h + 2 * h);
    assertThat(terminal.out()).contains("read-from-calculon");
  }

  @Test
  void an_option_stands_above_the_file() {
    assertThat(plan("gpt3-175b", "dgx-a100:8", "--recompute", "none")).as(terminal.err()).isZero();
    assertThat(terminal.out()).contains("gpt3-175b");
  }

  @Test
  void everything_that_is_wrong_is_told_with_its_place() throws IOException {
    String wrong =
        EXECUTION
            .replace("\"float16\"", "\"float61\"")
            .replace("\"pipeline_par\": 8", "\"pipeline_par\": 0")
            .replace("data_par_overlap", "data_par_overlaps");
    Files.writeString(execution, wrong);
    assertThat(plan(application.toString(), "dgx-a100")).isEqualTo(2);
    assertThat(terminal.err())
        .contains("execution.json:1:52")
        .contains("did you mean 'float16'")
        .contains("did you mean 'data_par_overlap'");
    Files.writeString(execution, EXECUTION.replace("\"num_procs\": 64", "\"num_procs\": 65"));
    assertThat(plan(application.toString(), "dgx-a100")).isEqualTo(2);
    assertThat(terminal.err()).contains("expected 64, which is tensor_par");
  }

  /** A plan that is written as all three files and read again takes the same time. */
  @Test
  void a_plan_in_three_files_is_the_same_plan() throws IOException {
    String set =
        "plan --model gpt3-175b --cluster dgx-h100:16 --tp 8 --pp 16 --sharding none"
            + " --recompute full --schedule 1f1b ";
    for (String part : List.of("execution", "application", "system")) {
      String call = set + "--emit calculon-" + part + " --out " + folder.resolve(part + ".json");
      assertThat(terminal.run(call.split(" "))).as(terminal.err()).isZero();
    }
    assertThat(terminal.run((set + "--format json").split(" "))).isZero();
    JsonNode before = JsonMapper.shared().readTree(terminal.out());
    String system = folder.resolve("system.json").toString();
    TestTerminal again = new TestTerminal();
    String call = "plan " + execution + " --model " + application + " --cluster " + system;
    assertThat(again.run((call + " --format json").split(" "))).as(again.err()).isZero();
    JsonNode after = JsonMapper.shared().readTree(again.out());
    assertThat(after.get("step_s").asDouble())
        .isCloseTo(before.get("step_s").asDouble(), withPercentage(1));
    assertThat(again.out()).contains("is that of h100");
  }
}
