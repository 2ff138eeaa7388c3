package io.busbar.app.render.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.busbar.app.SampleReports;
import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.Term;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonRendererTest {

  record Odd(
      double stepS,
      @Nullable Double measuredS,
      long gradientBytesPerGpu,
      int gpus,
      boolean fits,
      String name,
      Optional<String> note,
      Optional<Inner> inner,
      OptionalDouble gain,
      OptionalInt tp,
      OptionalLong bytes,
      Severity severity,
      List<Inner> rows,
      List<@Nullable String> words,
      double[] curve,
      int[] counts,
      Map<String, Double> parts,
      Map<Quality, List<Integer>> byQuality,
      @Nullable Inner missing) {}

  record Inner(String id, @Nullable Inner child, float share) {}

  private static Odd odd() {
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("z_first", 1.0);
    parts.put("a_second", Double.NEGATIVE_INFINITY);
    List<@Nullable String> words = new ArrayList<>();
    words.add("one");
    words.add(null);
    return new Odd(
        Double.NaN,
        null,
        4_409_600_000L,
        1024,
        true,
        "\"quoted\" </script> \u0001 ü 🚀",
        Optional.empty(),
        Optional.of(new Inner("i", new Inner("j", null, 0.5f), 0.25f)),
        OptionalDouble.of(1e-7),
        OptionalInt.empty(),
        OptionalLong.of(1L << 60),
        Severity.CRITICAL,
        List.of(new Inner("k", null, 1)),
        words,
        new double[] {4.41e9, 0.1, 1e22, -0.0},
        new int[] {1, 2},
        parts,
        Map.of(Quality.SOURCED, List.of(1)),
        null);
  }

  private static Report report(Object answer, Block... blocks) {
    return new Report("busbar/odd/1", "Odd", answer, List.of(blocks));
  }

  private static void conforms(String json, Map<String, Object> schema) {
    Schema validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(JsonRenderer.renderTree(schema), InputFormat.JSON);
    assertThat(validator.validate(json, InputFormat.JSON)).isEmpty();
  }

  @Test
  void keys_are_snake_case_and_always_there() {
    String json = JsonRenderer.render(report(odd()));
    assertThat(json)
        .startsWith("{\n  \"schema\": \"busbar/odd/1\",\n  \"step_s\": null,\n")
        .contains("\"measured_s\": null,")
        .contains("\"gradient_bytes_per_gpu\": 4409600000,")
        .contains("\"gpus\": 1024,")
        .contains("\"note\": null,")
        .contains("\"tp\": null,")
        .contains("\"missing\": null")
        .contains("\"severity\": \"critical\",")
        .endsWith("}\n");
  }

  @Test
  void numbers_are_plain_and_never_nan() {
    String json = JsonRenderer.render(report(odd()));
    assertThat(json)
        .doesNotContain("NaN", "Infinity")
        .contains("\"gain\": 0.0000001")
        .contains("[ 4410000000, 0.1, 10000000000000000000000, 0 ]")
        .contains("\"a_second\": null");
    assertThat(json.replaceAll("\"[^\"]*\"", "")).doesNotContainPattern("[0-9][eE]");
  }

  @Test
  void an_answer_validates_against_its_schema() {
    Map<String, Object> schema = AnswerSchema.of("busbar/odd/1", "odd values", Odd.class);
    conforms(JsonRenderer.render(report(odd())), schema);
    conforms(
        JsonRenderer.render(
            report(odd(), new Block.Reasons("why", List.of(SampleReports.reasons())))),
        schema);
  }

  @Test
  void the_schema_refuses_what_the_renderer_never_writes() {
    Map<String, Object> schema = AnswerSchema.of("busbar/odd/1", "odd values", Odd.class);
    Schema validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(JsonRenderer.renderTree(schema), InputFormat.JSON);
    String json = JsonRenderer.render(report(odd()));
    for (String[] change :
        new String[][] {
          {"\"critical\"", "\"fatal\""},
          {"\"gpus\": 1024", "\"gpus\": null"},
          {"\"gpus\": 1024", "\"gpu\": 1024"},
          {"busbar/odd/1", "busbar/odd/2"},
          {"\"fits\": true", "\"fits\": 1"},
        }) {
      String wrong = json.replace(change[0], change[1]);
      assertThat(wrong).isNotEqualTo(json);
      assertThat(validator.validate(wrong, InputFormat.JSON)).as(change[1]).isNotEmpty();
    }
  }

  @Test
  void reasons_are_trees_whose_shared_parts_are_not_repeated() {
    String json =
        JsonRenderer.render(
            report(
                new SampleReports.Answer(1, List.of()),
                new Block.Reasons("why", List.of(SampleReports.reasons()))));
    assertThat(json)
        .contains("\"name\": \"step_s\"")
        .contains("\"formula\": \"allreduce_s + volume_bytes / 1e10\"")
        .contains("\"source\": \"vendor's data sheet\"")
        .contains("\"quality\": \"recalled\"")
        .contains("\"repeated\": true");
    assertThat(json.split("\"gradients_bytes\"")).hasSize(2);
  }

  @Test
  void a_tree_with_shared_branches_does_not_explode() {
    Explained node =
        new Explained(Term.input("leaf", "", ""), Double.NaN, Quality.ASSUMED, "", List.of());
    for (int i = 0; i < 60; i++) {
      node =
          new Explained(
              Term.of("n" + i, "", "", "{a}"), i, Quality.COMPUTED, "", List.of(node, node));
    }
    Block reasons = new Block.Reasons("why", List.of(node));
    assertThat(JsonRenderer.render(report(new SampleReports.Answer(1, List.of()), reasons)))
        .hasSizeLessThan(200_000);
  }

  @Test
  void a_type_that_answers_are_not_made_of_is_refused_by_both() {
    record Bad(StringBuilder text) {}
    assertThatThrownBy(() -> JsonRenderer.render(report(new Bad(new StringBuilder()))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AnswerSchema.of("busbar/bad/1", "", Bad.class))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_component_cannot_take_the_place_of_schema_or_reasons() {
    record Taken(String reasons) {}
    assertThatThrownBy(() -> AnswerSchema.of("busbar/taken/1", "", Taken.class))
        .hasMessageContaining("reasons is taken");
  }

  @Test
  void a_map_without_an_order_is_sorted_and_one_with_an_order_keeps_it() {
    Map<String, Object> ordered = new LinkedHashMap<>();
    ordered.put("z", 1);
    ordered.put("a", Map.of("d", 1, "c", 2, "b", 3, "e", 4));
    assertThat(JsonRenderer.renderTree(ordered).replaceAll("\\s", ""))
        .isEqualTo("{\"z\":1,\"a\":{\"b\":3,\"c\":2,\"d\":1,\"e\":4}}");
  }

  @Test
  void names_are_split_before_capitals_only() {
    assertThat(Components.snake("gradientBytesPerGpu")).isEqualTo("gradient_bytes_per_gpu");
    assertThat(Components.snake("p90")).isEqualTo("p90");
    assertThat(Components.snake("stepS")).isEqualTo("step_s");
  }
}
