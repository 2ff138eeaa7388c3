package io.busbar.plan.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What editors check with the JSON Schema, the reader checks as well. */
class PlanSchemaTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(
              SchemaLocation.of("file:///plan.schema.json"), // the $id is relative to it
              MAPPER.writeValueAsString(PlanFile.schema()),
              InputFormat.JSON);

  @Test
  void the_schema_has_a_name_a_title_and_describes_every_key() {
    assertThat(PlanFile.schema())
        .containsEntry("$id", "busbar/plan-file/1")
        .containsEntry("title", "Busbar plan file")
        .containsEntry("required", java.util.List.of("model", "cluster"));
    assertThat(MAPPER.valueToTree(PlanFile.schema()).at("/properties").properties())
        .allSatisfy(e -> assertThat(e.getValue().at("/description").asString()).isNotEmpty());
  }

  @Test
  void the_template_is_valid() {
    assertThat(SCHEMA.validate(PlanFile.template(), InputFormat.YAML)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "batch: {global_tokens: 4Mi, micro_batch: 2}",
        "parallelism: {order: 'dp,tp,cp,ep,pp', schedule: zb-2p, sharding: hsdp, shard_group: 8}",
        "precision: {compute: fp8, gradients: bf16, optimizer: adam-bf16}",
        "storage: {read_rate: 200 GB/s, checkpoint_interval: 1h}",
        "recompute: per-operation",
      })
  void right_values_pass_both(String text) {
    assertThat(SCHEMA.validate(whole(text), InputFormat.YAML)).isEmpty();
    assertThat(problems(whole(text)).list()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "paralellism: {tp: 8}",
        "parallelism: {tp: 0}",
        "parallelism: {tp: -8}",
        "parallelism: {tp: 1.5}",
        "parallelism: {tp: '8'}",
        "parallelism: {tp: 2000000}",
        "parallelism: {tp: .nan}",
        "parallelism: {tp: .inf}",
        "parallelism: {virtual: 2}",
        "parallelism: {schedule: 2f2b}",
        "parallelism: {order: 'tp,pp'}",
        "parallelism: [8, 4]",
        "batch: {global_batch: many}",
        "batch: {global_tokens: 4 million}",
        "precision: {compute: fp7}",
        "recompute: sometimes",
        "overlap: {gradients: 1}",
        "overlap: {bucket: 25}",
        "software: {stack: unknown}",
        "price_per_gpu_hour: 2.5",
        "budget: {communication_share: 0.1}",
        "storage: {read_rate: 400}",
        "hours_per_year: 9000",
        "offload: cpu",
        "schema: busbar/plan-file/9",
      })
  void wrong_values_fail_both(String text) {
    assertThat(SCHEMA.validate(whole(text), InputFormat.YAML)).isNotEmpty();
    assertThat(problems(whole(text)).any()).isTrue();
  }

  @Test
  void missing_keys_fail_both() {
    assertThat(SCHEMA.validate("name: x", InputFormat.YAML)).hasSize(2);
    assertThat(problems("name: x").count()).isEqualTo(2);
  }

  private static String whole(String text) {
    return "model: llama3-70b\ncluster: dgx-h100:128\n" + text + "\n";
  }

  private static Problems problems(String text) {
    Problems problems = new Problems();
    PlanFile.read(TreeReader.parse("plan.yaml", text.getBytes(StandardCharsets.UTF_8)), problems);
    return problems;
  }
}
