package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.app.call.Failures;
import io.busbar.app.call.Terminal;
import io.busbar.app.call.TestTerminal;
import io.busbar.app.render.text.TextStyle;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class MainTest {
  @SuppressWarnings("unused")
  private static final java.util.List<String> COMMANDS = Commands.NAMES;

  private final TestTerminal terminal = new TestTerminal();

  @Test
  void a_command_that_is_done_exits_with_0_and_says_nothing_on_stderr() {
    assertThat(terminal.run("catalog", "models")).isEqualTo(0);
    assertThat(terminal.out()).startsWith("Catalogue: models\n");
    assertThat(terminal.err()).isEmpty();
  }

  @Test
  void an_unknown_command_is_answered_with_the_nearest() {
    assertThat(terminal.run("catalgo", "gpus")).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo(
            """
            busbar: unknown command 'catalgo'; did you mean 'catalog'?
            'busbar --help' shows how it is called
            """);
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void an_unknown_option_is_answered_with_the_nearest() {
    assertThat(terminal.run("catalog", "--fromat", "json")).isEqualTo(2);
    assertThat(terminal.err())
        .startsWith("busbar catalog: unknown option '--fromat'; did you mean '--format'?\n");
  }

  @Test
  void a_file_without_its_option_is_answered_with_the_option() {
    assertThat(terminal.run("tune", "train.sh")).isEqualTo(2);
    assertThat(terminal.err())
        .startsWith(
            "busbar tune: unexpected argument 'train.sh'; did you mean '--check train.sh'?\n");
    terminal.run("goodput", "ring.txt");
    assertThat(terminal.err()).doesNotContain("--out ring.txt");
  }

  @Test
  void all_unknown_options_are_told_at_once() {
    assertThat(terminal.run("catalog", "--fromat=json", "--explian")).isEqualTo(2);
    assertThat(terminal.err())
        .contains("'--fromat'; did you mean '--format'?")
        .contains("'--explian'; did you mean '--explain'?");
  }

  @Test
  void a_wrong_value_of_an_option_is_answered_with_the_valid_ones() {
    assertThat(terminal.run("catalog", "--format", "jsno")).isEqualTo(2);
    assertThat(terminal.err())
        .contains("'--format': read 'jsno', expected one of text, json, html, trace;")
        .contains("did you mean 'json'?");
  }

  @Test
  void a_format_that_the_answer_does_not_have_is_refused() {
    assertThat(terminal.run("catalog", "--format", "trace")).isEqualTo(2);
    assertThat(terminal.err())
        .startsWith("--format: read 'trace', expected text, json or html; this answer has no time");
  }

  @Test
  void no_command_is_a_wrong_call_and_is_answered_with_beginnings() {
    assertThat(terminal.run()).isEqualTo(2);
    assertThat(terminal.err()).startsWith("busbar: what do you want to know?");
    assertThat(terminal.err().lines().filter(line -> line.startsWith("  busbar "))).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"catalgo --help", "--help catalgo", "catalgo gpus -h"})
  void help_for_an_unknown_command_is_a_wrong_call(String call) {
    assertThat(terminal.run(call.split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains("unknown command").contains("did you mean");
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void the_version_is_told_to_people_and_to_scripts() {
    assertThat(terminal.run("version")).isEqualTo(0);
    assertThat(terminal.run("version", "--json")).isEqualTo(0);
    assertThat(terminal.out())
        .startsWith("busbar development\njava ")
        .contains("\"schema\": \"busbar/version/1\"", "\"version\": \"development\"");
  }

  @Test
  void every_problem_of_an_input_stands_on_its_own_line_before_their_number() {
    Problems problems = new Problems();
    for (int i = 0; i < 120; i++) {
      problems.add(new Position("plan.yaml", i + 1, 3), "batch", "x\u001b[2J", "a number", "");
    }
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal quiet = new Terminal(OutputStream.nullOutputStream(), printed, TextStyle.FILE);

    assertThatThrownBy(problems::throwIfAny)
        .isInstanceOfSatisfying(
            io.busbar.base.problem.InputException.class,
            e -> assertThat(new Failures(quiet, false).input(e)).isEqualTo(2));

    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .hasSize(21)
        .contains("plan.yaml:1:3: batch: read 'x?[2J', expected a number")
        .endsWith("busbar: 120 problems in the input (the first 20 are shown)");
  }

  @Test
  void a_fault_is_told_in_a_sentence_and_exits_with_70() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new StackOverflowError();
          }
        };
    assertThat(terminal.run(broken, "catalog")).isEqualTo(70);
    assertThat(terminal.err())
        .startsWith("busbar: this is a fault of busbar, not of your input: ")
        .contains("Please report it")
        .doesNotContain("\tat ");
  }

  @Test
  void debug_shows_the_stack_trace_of_a_fault() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new IllegalStateException("planted");
          }
        };
    assertThat(terminal.run(broken, "catalog", "--debug")).isEqualTo(70);
    assertThat(terminal.err()).contains("planted").contains("\tat io.busbar.app.");
  }

  @Test
  void a_reader_that_went_away_ends_it_quietly() {
    assertThat(terminal.run(failing("Broken pipe"), "catalog")).isEqualTo(0);
    assertThat(terminal.run(failing("Broken pipe"), "--help")).isEqualTo(0);
    assertThat(terminal.err()).isEmpty();
  }

  @Test
  void a_full_disk_is_told() {
    assertThat(terminal.run(failing("No space left on device"), "catalog")).isEqualTo(2);
    assertThat(terminal.err()).startsWith("standard output: ").contains("No space left on device");
    assertThat(terminal.run(failing("No space left on device"), "--help")).isEqualTo(2);
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @Test
  void an_answer_goes_to_a_file_whole(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("a b.json");
    Files.writeString(file, "old");
    assertThat(terminal.run("catalog", "--format", "json", "--out", file.toString())).isEqualTo(0);
    assertThat(terminal.out()).isEmpty();
    assertThat(Files.readString(file)).startsWith("{").endsWith("}\n");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void a_linked_file_stays_linked(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("real"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    assertThat(terminal.run("schema", "--out", link.toString())).isEqualTo(0);
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(file)).contains("catalog-output");
  }

  @Test
  void a_file_that_cannot_be_written_is_a_problem_of_the_option(@TempDir Path folder) {
    String missing = folder.resolve("no/such/folder.json").toString();
    assertThat(terminal.run("schema", "--out", missing)).isEqualTo(2);
    assertThat(terminal.run("schema", "--out", folder.toString())).isEqualTo(2);
    assertThat(terminal.run("schema", "--out", "\0")).isEqualTo(2);
    assertThat(terminal.err())
        .contains("expected a file in an existing directory")
        .contains("expected a file, but this is a directory")
        .doesNotContain("fault");
  }

  @Test
  void an_argument_is_never_read_as_a_file_of_arguments() {
    assertThat(terminal.run("catalog", "@/etc/passwd")).isEqualTo(2);
    assertThat(terminal.err()).contains("read '@/etc/passwd'");
  }

  @Test
  void the_version_is_printed() {
    assertThat(terminal.run("--version")).isEqualTo(0);
    assertThat(terminal.out()).startsWith("busbar ").contains("\njava 25");
  }

  @Test
  void the_help_lists_commands_and_exit_codes() {
    assertThat(terminal.run("--help")).isEqualTo(0);
    assertThat(terminal.out()).contains(Commands.NAMES).contains("70   a fault of busbar");
  }

  @ParameterizedTest
  @FieldSource("COMMANDS")
  void the_help_of_a_command_shows_every_option_with_an_example_in_100_columns(String command) {
    assertThat(terminal.run(command, "--help")).isEqualTo(0);
    assertThat(terminal.err()).isEmpty();

    TextStyle style = TextStyle.FILE;
    Terminal quiet = new Terminal(OutputStream.nullOutputStream(), System.err, style);
    CommandLine line = Main.line(quiet, command).getSubcommands().get(command);
    CommandSpec spec = line.getCommandSpec();
    assertThat(spec.options()).isNotEmpty();
    for (var option : spec.options()) {
      assertThat(terminal.out()).contains(option.names());
      assertThat(option.description())
          .as(option.longestName())
          .anyMatch(l -> l.contains("Example: "));
    }
    for (var parameter : spec.positionalParameters()) {
      assertThat(terminal.out()).contains(parameter.paramLabel());
      assertThat(parameter.description()).anyMatch(l -> l.contains("Example: "));
    }
    assertThat(terminal.out()).contains("Examples:\n  busbar " + command);
    assertThat(terminal.out().lines()).allMatch(l -> l.length() <= 100);
  }

  @ParameterizedTest
  @FieldSource("COMMANDS")
  void every_command_is_made_under_its_own_name(String command) {
    Terminal quiet = new Terminal(OutputStream.nullOutputStream(), System.err, TextStyle.FILE);
    CommandLine line = Main.line(quiet, command);
    assertThat(line.getSubcommands()).as("only the one that is called").containsOnlyKeys(command);
  }
}
