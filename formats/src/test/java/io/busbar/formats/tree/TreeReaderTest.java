package io.busbar.formats.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeReaderTest {
  @TempDir private Path folder;

  @Test
  void every_yaml_node_knows_its_line_and_column() {
    Tree.Mapping tree = mapping("p.yaml", "model: x\nparallelism:\n  tp: 8\n  order: [a, b]\n");

    assertThat(tree.at("model")).isEqualTo(new Position("p.yaml", 1, 8));
    assertThat(tree.at("parallelism.tp")).isEqualTo(new Position("p.yaml", 3, 7));
    assertThat(tree.entries().get("parallelism").keyAt()).isEqualTo(new Position("p.yaml", 2, 1));
    assertThat(tree.find("parallelism.order")).isInstanceOf(Tree.Sequence.class);
  }

  @Test
  void every_json_node_knows_its_line_and_column() {
    Tree.Mapping tree = mapping("p.json", "{\"model\": \"x\",\n \"parallelism\": {\"tp\": 8}}");

    assertThat(tree.at("model")).isEqualTo(new Position("p.json", 1, 11));
    assertThat(tree.at("parallelism.tp")).isEqualTo(new Position("p.json", 2, 24));
    assertThat(tree.find("parallelism.tp"))
        .isInstanceOfSatisfying(Tree.Scalar.class, s -> assertThat(s.quoted()).isFalse());
    assertThat(tree.find("model"))
        .isInstanceOfSatisfying(Tree.Scalar.class, s -> assertThat(s.quoted()).isTrue());
  }

  @Test
  void json_is_told_by_its_first_character_and_yaml_by_its_name() {
    assertThat(mapping("config", "{\"a\": 1}").text("a")).isEqualTo("1");
    assertThat(mapping("flow.yaml", "{a: 1}").text("a")).isEqualTo("1");
  }

  @Test
  void a_byte_order_mark_is_skipped() {
    assertThat(mapping("p.yaml", "\uFEFFa: 1").text("a")).isEqualTo("1");
  }

  @Test
  void the_place_of_an_absent_key_is_the_mapping_around_it() {
    Tree.Mapping tree = mapping("p.yaml", "a: 1\nb:\n  c: 2\n");

    assertThat(tree.at("b.missing")).isEqualTo(new Position("p.yaml", 3, 3));
    assertThat(tree.at("missing.deep")).isEqualTo(new Position("p.yaml", 1, 1));
    assertThat(tree.at("a.below")).isEqualTo(new Position("p.yaml", 1, 4));
    assertThat(tree.find("a.below")).isNull();
  }

  @Test
  void an_option_stands_above_the_file_and_keeps_its_own_place() {
    Tree.Mapping tree = mapping("p.yaml", "parallelism:\n  tp: 4\n  pp: 2\n");
    Tree eight = new Tree.Scalar(Position.of("--tp"), "8", false);

    Tree.Mapping merged = tree.withPath("parallelism.tp", eight).withPath("batch.sequence", eight);

    assertThat(merged.find("parallelism.tp")).isEqualTo(eight);
    assertThat(merged.at("parallelism.tp")).hasToString("--tp");
    assertThat(merged.at("parallelism.pp").line()).isEqualTo(3);
    assertThat(merged.find("batch.sequence")).isEqualTo(eight);
    assertThat(merged.at("batch.missing")).isEqualTo(tree.at());
  }

  @Test
  void an_option_fills_an_empty_key_but_does_not_hide_a_wrong_one() {
    Tree.Mapping tree = mapping("p.yaml", "empty:\nwrong: 5\n");
    Tree eight = new Tree.Scalar(Position.of("--tp"), "8", false);

    assertThat(tree.withPath("empty.tp", eight).find("empty.tp")).isEqualTo(eight);
    assertThat(tree.withPath("wrong.tp", eight)).isEqualTo(tree);
  }

  @Test
  void all_duplicate_keys_are_told_with_the_first_line() {
    InputException e = refused("p.yaml", "a: 1\nb: 2\na: 3\nb: 4\n");

    assertThat(e.count()).isEqualTo(2);
    assertThat(e.problems().getFirst())
        .hasToString("p.yaml:3:1: a: read 'a', expected each key once; it stands first at line 1");
    assertThat(refused("p.json", "{\"a\": 1,\n\"a\": 2}").getMessage())
        .startsWith("p.json:2:1: a: read 'a', expected each key once");
  }

  @Test
  void aliases_and_tags_are_refused_where_they_stand() {
    assertThat(refused("p.yaml", "a: &x 1\nb: *x\n").getMessage())
        .isEqualTo("p.yaml:2:4: read '*x', expected a plain value; aliases are not read here");
    assertThat(refused("p.yaml", "a: !!java.io.File x\n").getMessage())
        .startsWith("p.yaml:1:4: read 'tag:yaml.org,2002:java.io.File', expected a plain value");
  }

  @Test
  void a_billion_laughs_do_not_grow() {
    StringBuilder text = new StringBuilder("a0: &a0 [lol, lol]\n");
    for (int i = 1; i < 40; i++) {
      text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }

    assertThat(refused("p.yaml", text.toString()).count()).isEqualTo(78);
  }

  @ParameterizedTest
  @ValueSource(strings = {"p.yaml", "p.json"})
  void deep_nesting_ends_at_a_limit(String name) {
    assertThat(refused(name, "[".repeat(100_000)).getMessage())
        .isEqualTo(name + ":1:66: expected at most 64 levels of nesting");
  }

  @Test
  void a_second_document_is_refused() {
    assertThat(refused("p.yaml", "a: 1\n---\nb: 2\n").getMessage())
        .isEqualTo("p.yaml:2:1: read '---', expected a single document");
  }

  @Test
  void text_after_the_json_value_is_refused() {
    assertThat(refused("p.json", "{\"a\": 1} {}").getMessage())
        .startsWith("p.json:1:10: read '{', expected the end of the document");
    assertThat(refused("p.json", "{\"a\": 1} x").getMessage())
        .startsWith("p.json:1:10: expected valid JSON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\": ", "{\"a\" 1}", "{\"a\": 1,}", "{a: 1}", "{\"a\": NaN}", "nul"})
  void broken_json_names_its_place(String text) {
    assertThat(refused("p.json", text).getMessage()).startsWith("p.json:1:").contains("valid JSON");
  }

  @Test
  void broken_json_is_told_without_advice_to_programmers() {
    assertThat(refused("p.json", "{\"a\": NaN}").getMessage())
        .isEqualTo("p.json:1:10: expected valid JSON; Non-standard token 'NaN'");
    assertThat(refused("p.json", "{/* */}").getMessage()).doesNotContain("ALLOW_COMMENTS");
  }

  @Test
  void json_keys_and_numbers_of_absurd_length_are_refused() {
    assertThat(refused("p.json", "{\"" + "k".repeat(100_000) + "\": 1}").getMessage())
        .contains("ordinary length");
    assertThat(refused("p.json", "{\"a\": " + "1".repeat(100_000) + "}").getMessage())
        .contains("ordinary length");
  }

  @Test
  void tabs_name_their_place() {
    assertThat(refused("p.yaml", "a:\n\tb: 1\n").getMessage())
        .startsWith("p.yaml:2:1: expected valid YAML")
        .contains("TAB");
  }

  @Test
  void binary_and_other_encodings_are_refused() {
    byte[] latin = "a: caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(refused("p.yaml", latin).getMessage())
        .isEqualTo(
            "p.yaml: expected UTF-8 text; this looks like a binary file or another encoding");
    assertThat(refused("p.yaml", new byte[] {'a', ':', ' ', 0, 1, 2}).getMessage())
        .isEqualTo("p.yaml: expected YAML text without control characters; is this a binary file?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n\t \n"})
  void an_empty_file_is_called_empty(String text) {
    assertThat(refused("p.yaml", text).getMessage())
        .isEqualTo("p.yaml: expected a YAML or JSON document, but the file is empty");
  }

  @Test
  void a_huge_file_is_refused_without_reading_it() throws IOException {
    Path file = folder.resolve("huge.yaml");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(100L << 20);
    }

    InputException e = catchThrowableOfType(InputException.class, () -> TreeReader.read(file));

    assertThat(e.getMessage())
        .isEqualTo(file + ": expected at most 4 MiB; is this the right file?");
  }

  @Test
  void a_directory_is_no_file() {
    InputException e = catchThrowableOfType(InputException.class, () -> TreeReader.read(folder));

    assertThat(e.getMessage())
        .isEqualTo(folder + ": expected a file, but this is a directory; name the file inside it");
  }

  @Test
  void a_missing_file_suggests_its_neighbour() throws IOException {
    Files.writeString(folder.resolve("llama3-70b.yaml"), "a: 1");
    Path typed = folder.resolve("llama-70b.yaml");

    InputException e = catchThrowableOfType(InputException.class, () -> TreeReader.read(typed));

    assertThat(e.getMessage())
        .isEqualTo(typed + ": expected an existing file; did you mean 'llama3-70b.yaml'?");
  }

  @Test
  void only_a_comment_is_an_empty_value() {
    Tree tree = TreeReader.parse("p.yaml", "# nothing\n".getBytes(StandardCharsets.UTF_8));

    assertThat(tree)
        .isInstanceOfSatisfying(Tree.Scalar.class, s -> assertThat(s.isNull()).isTrue());
  }

  private static Tree.Mapping mapping(String name, String text) {
    return (Tree.Mapping) TreeReader.parse(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static InputException refused(String name, String text) {
    return refused(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static InputException refused(String name, byte[] bytes) {
    return catchThrowableOfType(InputException.class, () -> TreeReader.parse(name, bytes));
  }
}
