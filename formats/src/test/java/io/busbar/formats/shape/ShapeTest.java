package io.busbar.formats.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeTest {
  private enum Kind {
    FAT_TREE,
    TORUS
  }

  private static final Key<Integer> PORTS =
      Key.required("ports", Type.count(1, 512), "Ports of a switch.").example("64");
  private static final Key<Bandwidth> RATE =
      Key.optional("rate", Type.quantity(Bandwidth::parse, "400Gb/s"), "Rate of a port.")
          .mention("400Gb/s");
  private static final Key<Bandwidth> BOUNDED =
      Key.optional(
          "bounded",
          Type.quantity(Bandwidth::parse, "1GB/s", new Bandwidth(1e6), new Bandwidth(1e12)),
          "Rate within reason.");
  private static final Key<Kind> KIND =
      Key.optional("kind", Type.oneOf(Kind.class), "Kind of network.")
          .or(Kind.FAT_TREE)
          .mention("fat-tree");
  private static final Key<Boolean> LOSSLESS =
      Key.optional("lossless", Type.flag(), "Whether nothing is dropped.");
  private static final Key<Double> LOAD =
      Key.optional("load", Type.number(0, 1), "Share of the rate in use.");
  private static final Key<List<Integer>> RAILS =
      Key.optional("rails", Type.list(Type.count(0, 7), 8), "Rails in use.");
  private static final Key<String> MAGIC =
      Key.optional("magic", Type.absent("magic is not modelled"), "Not modelled.");
  private static final Shape INNER_SHAPE = Shape.of("A switch.", PORTS, RATE);
  private static final Key<Fields> INNER =
      Key.optional("switch", Type.object(INNER_SHAPE), "The switch.");
  private static final Shape SHAPE =
      Shape.of("A network.", INNER, KIND, LOSSLESS, LOAD, RAILS, BOUNDED, MAGIC);

  private final Problems problems = new Problems();

  @Test
  void reads_values_and_falls_back_where_nothing_stands() {
    Fields f = read("switch: {ports: 64, rate: 400Gb/s}\nlossless: true\nrails: [0, 7]\nload:\n");

    assertThat(problems.any()).isFalse();
    assertThat(f.get(INNER).get(PORTS)).isEqualTo(64);
    assertThat(f.get(INNER).get(RATE)).isEqualTo(new Bandwidth(50e9));
    assertThat(f.get(KIND)).isEqualTo(Kind.FAT_TREE);
    assertThat(f.get(LOSSLESS)).isTrue();
    assertThat(f.get(RAILS)).containsExactly(0, 7);
    assertThat(f.find(LOAD)).isNull();
    assertThat(f.has(LOAD)).isFalse();
    assertThat(f.at(LOAD)).isEqualTo(f.at());
  }

  @Test
  void tells_all_problems_of_a_document_at_once() {
    read(
        """
        switch:
          prots: 64
          rate: 400
        kind: fat_tre
        lossless: yes
        load: .nan
        rails: [0, 8, x]
        magic: on
        """);

    assertThat(problems.list())
        .extracting(Problem::toString)
        .containsExactly(
            "f.yaml:2:3: switch.prots: read 'prots', expected one of ports, rate;"
                + " did you mean 'ports'?",
            "f.yaml:3:9: switch.rate: read '400', expected a bandwidth per direction such as"
                + " 400Gb/s or 50GB/s; add a unit: Gb/s for bits (a NIC port), GB/s for bytes"
                + " (NVLink, HBM)",
            "f.yaml:2:3: switch.ports: expected this key: Ports of a switch; e.g. ports: 64",
            "f.yaml:4:7: kind: read 'fat_tre', expected one of fat-tree, torus;"
                + " did you mean 'fat-tree'?",
            "f.yaml:5:11: lossless: read 'yes', expected true or false",
            "f.yaml:6:7: load: read '.nan', expected a number from 0 to 1",
            "f.yaml:7:12: rails[1]: read '8', expected a whole number from 0 to 7",
            "f.yaml:7:15: rails[2]: read 'x', expected a whole number from 0 to 7",
            "f.yaml:8:8: magic: read 'on', expected this key to be left out; magic is not"
                + " modelled");
  }

  @Test
  void a_value_that_could_not_be_read_is_known_as_such() {
    Fields f = read("lossless: perhaps\n");

    assertThat(f.failed(LOSSLESS)).isTrue();
    assertThat(f.failed(LOAD)).isFalse();
    assertThat(f.has(LOSSLESS)).isFalse();
  }

  @Test
  void a_name_stays_on_one_line() {
    Shape shape = Shape.of("A thing.", Key.optional("name", Type.line(), "Its name."));
    byte[] broken = "name: \"a\\nrm\"".getBytes(StandardCharsets.UTF_8);

    shape.read(TreeReader.parse("f.yaml", broken), problems);

    assertThat(problems.list())
        .extracting(Problem::toString)
        .singleElement()
        .asString()
        .startsWith("f.yaml:1:7: name: read")
        .endsWith("expected a text on one line");
  }

  @Test
  void a_schema_lists_its_keywords_in_the_same_order_in_every_run() {
    assertThat(PORTS.type().schema().keySet()).containsExactly("type", "minimum", "maximum");
    assertThat(LOAD.type().schema().keySet()).containsExactly("type", "minimum", "maximum");
    assertThat(RATE.type().schema().keySet()).containsExactly("type", "pattern", "examples");
    assertThat(RAILS.type().schema().keySet()).containsExactly("type", "items", "maxItems");
  }

  @ParameterizedTest
  @CsvSource({"64, 64", "1_0, 10", "1e2, 100", "512, 512", "5.0, 5"})
  void whole_numbers_are_read_exactly(String text, int value) {
    assertThat(read("switch: {ports: " + text + "}").get(INNER).get(PORTS)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "513",
        "1.5",
        "NaN",
        ".inf",
        "1e30",
        "1e999999999",
        "'64'",
        "64GB",
        "[64]",
        "{}",
        "true",
        "0x40",
        "99999999999999999999999999999999999999999999999999999999999999999999"
      })
  void anything_else_is_no_count_of_ports(String text) {
    read("switch: {ports: " + text + "}");

    assertThat(problems.list())
        .singleElement()
        .satisfies(p -> assertThat(p.expected()).isEqualTo("a whole number from 1 to 512"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e30GB/s", "1B/s", "0GB/s"})
  void a_quantity_out_of_range_is_refused(String text) {
    read("bounded: " + text);

    assertThat(problems.list())
        .singleElement()
        .hasToString(
            "f.yaml:1:10: bounded: read '"
                + text
                + "', expected from 1 MB/s to 1 TB/s;"
                + " such as 1GB/s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1, 2]", "5", "text"})
  void something_else_than_a_mapping_is_named_with_the_keys(String text) {
    read(text);

    assertThat(problems.list())
        .singleElement()
        .satisfies(
            p -> assertThat(p.expected()).startsWith("a mapping with switch, kind, lossless"));
  }

  @Test
  void a_list_that_is_too_long_is_refused() {
    read("rails: [0, 0, 0, 0, 0, 0, 0, 0, 0]");

    assertThat(problems.list())
        .singleElement()
        .satisfies(p -> assertThat(p.expected()).isEqualTo("a list of at most 8 items"));
  }

  @Test
  void the_json_schema_says_the_same() {
    Map<String, Object> schema = SHAPE.document("busbar/network/1", "Network");

    assertThat(schema)
        .containsEntry("$id", "busbar/network/1")
        .containsEntry("$schema", "https://json-schema.org/draft/2020-12/schema")
        .containsEntry("title", "Network")
        .containsEntry("additionalProperties", false)
        .doesNotContainKey("required");
    assertThat(schema)
        .extractingByKey("properties")
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsKeys("switch", "kind", "lossless", "load", "rails", "bounded", "magic")
        .extractingByKey("kind")
        .isEqualTo(Map.of("enum", List.of("fat-tree", "torus"), "description", "Kind of network."));
  }

  @Test
  void the_commented_file_explains_every_key_and_reads_back() {
    String text = CommentedYaml.of(SHAPE);

    assertThat(text)
        .isEqualTo(
            """
            # A network.

            # The switch.
            switch:
              # Ports of a switch.
              ports: 64
              # Rate of a port.
              # rate: 400Gb/s

            # Kind of network.
            # kind: fat-tree

            # Whether nothing is dropped.
            # lossless:

            # Share of the rate in use.
            # load:

            # Rails in use.
            # rails:

            # Rate within reason.
            # bounded:

            # Not modelled.
            # magic:
            """);
    read(text);
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void a_mapping_of_which_nothing_is_set_is_only_mentioned() {
    Shape outer =
        Shape.of("Outer.", Key.optional("inner", Type.object(Shape.of("I.", LOAD)), "Inner."));

    assertThat(CommentedYaml.of(outer))
        .endsWith("# inner:\n  # Share of the rate in use.\n  # load:\n");
  }

  private Fields read(String text) {
    return SHAPE.read(TreeReader.parse("f.yaml", text.getBytes(StandardCharsets.UTF_8)), problems);
  }
}
