package io.busbar.app.command.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.busbar.app.call.TestTerminal;
import io.busbar.app.render.json.JsonRenderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema of a search file and its reader agree. */
class SearchSchemaTest {
  private static final String RIGHT =
      """
      model: llama3-8b
      cluster: ["dgx-h100:2..4"]
      parallelism: {tp: [1, 2], pp: 1}
      batch: {global_batch: [256, 512]}
      """;

  private final TestTerminal terminal = new TestTerminal();
  @TempDir private Path folder;

  private static List<String> problems(String yaml) {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(
                SchemaLocation.of("file:///search.schema.json"), // the $id is relative to it
                JsonRenderer.renderTree(Schemas.get("search")),
                InputFormat.JSON);
    return schema.validate(yaml, InputFormat.YAML).stream().map(Object::toString).toList();
  }

  private int search(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("search.yaml"), yaml);
    return terminal.run("search", file.toString());
  }

  @Test
  void the_example_keeps_to_the_schema() throws IOException {
    assertThat(problems(Files.readString(Path.of("../examples/22-search/search.yaml")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "search: {tokens: 1T, deadline: 60d, objectives: [cost, gpus]}",
        "fabric: [usual, roce, '2:1']",
        "recompute: [none, full]",
      })
  void both_take_what_is_right(String more) throws IOException {
    assertThat(problems(RIGHT + more)).isEmpty();
    assertThat(search(RIGHT + more)).as(terminal.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "search: {deadlin: 60d}",
        "search: {max_gpus: many}",
        "fabrc: [usual]",
        "recompute: [none, sometimes]",
      })
  void both_refuse_what_is_wrong(String more) throws IOException {
    assertThat(problems(RIGHT + more)).isNotEmpty();
    assertThat(search(RIGHT + more)).isEqualTo(2);
  }

  @Test
  void all_problems_of_a_file_are_told_at_once() throws IOException {
    String wrong =
        RIGHT
            + """
            fabric: [usuall]
            fabrc: 1
            search: {deadline: 60d, max_gpus: many, objectives: [costs]}
            """;

    assertThat(search(wrong)).isEqualTo(2);
    assertThat(terminal.err())
        .contains("usuall", "fabrc", "did you mean 'fabric'?")
        .contains("search.max_gpus", "many", "search.objectives", "did you mean 'cost'?")
        .contains("tokens beside it");
  }
}
