package io.busbar.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsTest {
  private static final String CONFIG =
      "{\"model_type\":\"llama\",\"hidden_size\":64,\"num_hidden_layers\":4,"
          + "\"num_attention_heads\":8,\"intermediate_size\":160,\"vocab_size\":1000}";
  private static final Position OPTION = Position.of("--model");

  @TempDir private Path folder;
  private final Problems problems = new Problems();

  @BeforeEach
  void writeConfig() throws IOException {
    Path model = Files.createDirectory(folder.resolve("Tiny-1M"));
    Files.writeString(model.resolve("config.json"), CONFIG);
    Files.writeString(folder.resolve("other.json"), CONFIG);
  }

  private ModelSpec read(Tree tree) {
    ModelSpec model = Models.read(tree, "model", problems);
    problems.throwIfAny();
    assertThat(model).isNotNull();
    return model;
  }

  private static Tree option(String text) {
    return new Tree.Scalar(OPTION, text, false);
  }

  private Problem refuse(Tree tree) {
    assertThat(Models.read(tree, "model", problems)).isNull();
    assertThat(problems.list()).hasSize(1);
    return problems.list().getFirst();
  }

  @Test
  void reads_a_name_of_the_catalogue() {
    ModelSpec model = read(option("llama3-70b"));

    assertThat(model.name()).isEqualTo("llama3-70b");
    assertThat(model.parameters().total()).isEqualTo(70_553_706_496L);
    assertThat(Models.named("llama3-70b", OPTION, problems)).isEqualTo(model);
  }

  @Test
  void reads_an_alias_even_one_with_a_separator() {
    assertThat(read(option("meta-llama/Llama-3.1-70B")).parameters().total())
        .isEqualTo(70_553_706_496L);
    assertThat(read(option("DeepSeek-R1")).name()).isEqualTo("DeepSeek-R1");
  }

  @Test
  void reads_a_configuration_file_and_a_folder_that_holds_one() {
    assertThat(read(option(folder.resolve("Tiny-1M/config.json").toString())).name())
        .isEqualTo("Tiny-1M");
    assertThat(read(option(folder.resolve("Tiny-1M").toString())).name()).isEqualTo("Tiny-1M");
    assertThat(read(option(folder.resolve("other.json").toString())).name()).isEqualTo("other");
  }

  @Test
  void a_name_taken_from_a_file_stays_on_one_line() throws IOException {
    Path odd = Files.writeString(folder.resolve("a\nb.json"), CONFIG);

    assertThat(read(option(odd.toString())).name()).isEqualTo("a?b");
  }

  @Test
  void sees_a_path_from_the_file_that_names_it() {
    Position at = new Position(folder.resolve("plan.yaml").toString(), 2, 8);

    assertThat(read(new Tree.Scalar(at, "Tiny-1M/config.json", false)).hidden()).isEqualTo(64);
  }

  @Test
  void reads_a_configuration_in_place() {
    Tree.Mapping config = Configs.json(CONFIG);

    assertThat(read(config).name()).isEqualTo("llama");
    Tree named = config.with("name", new Tree.Scalar(OPTION, "mine", false));
    assertThat(read(named).name()).isEqualTo("mine");
  }

  @Test
  void refuses_a_name_in_place_that_is_none() {
    Tree named = Configs.json(CONFIG).with("name", new Tree.Scalar(OPTION, "a\nb", true));

    assertThat(refuse(named).key()).isEqualTo("model.name");
  }

  @Test
  void suggests_the_nearest_name() {
    Problem problem = refuse(option("lama3-70b"));

    assertThat(problem.toString())
        .isEqualTo(
            "--model: model: read 'lama3-70b', expected a model of the catalogue, or a path to a"
                + " Hugging Face config.json; did you mean 'llama3-70b'?"
                + " 'busbar catalog models' lists them");
  }

  @Test
  void says_that_nothing_is_fetched() {
    Problem problem = refuse(option("somebody/some-model"));

    assertThat(problem.expected()).endsWith("config.json that exists");
    assertThat(problem.hint()).contains("from this machine only");
  }

  @Test
  void refuses_what_is_neither_name_nor_mapping() {
    assertThat(refuse(new Tree.Sequence(OPTION, List.of())).read()).isEqualTo("a list");
  }

  @Test
  void refuses_nothing() {
    assertThat(refuse(option("")).expected()).contains("a model of the catalogue");
  }

  @Test
  void refuses_text_that_is_no_path() {
    assertThat(refuse(option("bad\0/config.json")).expected()).contains("that exists");
  }

  @Test
  void passes_on_what_is_wrong_inside_the_file() throws IOException {
    Path broken = folder.resolve("broken.json");
    Files.writeString(broken, "{\"model_type\":\n  \"llama\",,}");

    Problem problem = refuse(option(broken.toString()));
    assertThat(problem.at().source()).isEqualTo(broken.toString());
    assertThat(problem.at().line()).isEqualTo(2);
  }

  @Test
  void refuses_a_file_that_holds_a_list() throws IOException {
    Path list = folder.resolve("list.json");
    Files.writeString(list, "[1, 2]");

    assertThat(refuse(option(list.toString())).expected())
        .isEqualTo("a mapping of the keys of a model");
  }

  @Test
  void refuses_a_folder_without_a_configuration() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));

    Problem problem = refuse(option(empty.toString()));
    assertThat(problem.at().source()).endsWith("config.json");
    assertThat(problem.expected()).isEqualTo("an existing file");
  }
}
