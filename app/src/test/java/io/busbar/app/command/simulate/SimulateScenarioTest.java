package io.busbar.app.command.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateScenarioTest {
  private static final String APART =
      """
      fabric: star:16
      fidelity: %s
      jobs:
        - operation: all_reduce
          size: 1MiB
          hosts: 8-15
          start: 30us
        - name: many to one
          operation: incast
          size: 256KiB
          hosts: 3,0-2
      """;

  @TempDir private Path folder;

  private TestTerminal run(String text, int code, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("scenario.yaml"), text);
    TestTerminal terminal = new TestTerminal();
    List<String> words = new java.util.ArrayList<>(List.of("simulate", "--scenario"));
    words.add(file.toString());
    words.addAll(List.of(more));
    assertThat(terminal.run(words.toArray(new String[0]))).as(terminal.err()).isEqualTo(code);
    return terminal;
  }

  @Test
  void the_file_to_start_from_can_be_played() throws IOException {
    TestTerminal init = new TestTerminal();
    assertThat(init.run("init", "simulate")).isZero();
    String out = run(init.out(), 0).out();

    assertThat(out).contains("training beside storage", "Jobs, none", "Jobs, dcqcn", "slower");
    assertThat(out.lines()).allMatch(line -> line.length() <= 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"message", "flow", "packet"})
  void jobs_that_share_nothing_take_as_long_as_alone(String fidelity) throws IOException {
    String json = run(APART.formatted(fidelity), 0, "--format", "json").out();
    Matcher job =
        Pattern.compile(
                "\"start_s\": ([^,]+),\\s+\"completion_s\": ([^,]+),\\s+\"alone_s\": ([^,]+),")
            .matcher(json);

    assertThat(job.find()).as(json).isTrue();
    assertThat(Double.parseDouble(job.group(1))).isEqualTo(30e-6);
    assertThat(job.group(2)).isEqualTo(job.group(3));
    assertThat(job.find()).isTrue();
    assertThat(job.group(2)).isEqualTo(job.group(3));
    assertThat(json).contains("\"name\": \"many to one\"", "\"operation\": \"scenario.yaml\"");
  }

  @Test
  void files_are_found_beside_the_scenario() throws IOException {
    Files.writeString(folder.resolve("bytes.csv"), "0,65536\n65536,0\n");
    String text = "fabric: star:4\njobs:\n  - matrix: bytes.csv\n    hosts: 2-3\n";
    assertThat(run(text, 0).out()).contains("bytes.csv 1", "131.1 kB");
  }

  @Test
  void all_problems_are_told_at_once_with_their_places() throws IOException {
    String text =
        """
        fabric: fat-tre:4
        fidelity: pakcet
        jobs:
          - operation: all_reduc
            size: 1
          - matrix: none.cm
            goal: none.goal
          - operation: incast
            hosts: 3-1
            start: 5
        """;
    String err = run(text, 2).err();

    assertThat(err)
        .contains("scenario.yaml:6:", "one of operation, matrix and goal")
        .contains("scenario.yaml:9:12: hosts: read '3-1', expected hosts such as 0-7,16-23")
        .contains("scenario.yaml:10:12: start: read '5'");

    String fixed = text.substring(0, text.indexOf("  - matrix"));
    assertThat(run(fixed, 2).err())
        .contains("scenario.yaml:1:9: fabric: read 'fat-tre:4'", "did you mean 'fat-tree'?")
        .contains("scenario.yaml:2:11: fidelity: read 'pakcet'", "did you mean 'packet'?")
        .contains("scenario.yaml:4:16: operation: read 'all_reduc'")
        .contains("scenario.yaml:5:11: size: read '1'");
  }

  @Test
  void hosts_must_be_there() throws IOException {
    String text = "fabric: star:4\njobs:\n  - operation: all_reduce\n    hosts: 2-5\n";
    assertThat(run(text, 2).err()).contains("scenario.yaml:4:12: hosts: read '5'", "below 4");
  }

  @Test
  void an_unknown_key_is_answered_with_the_nearest() throws IOException {
    String text = "fabric: star:4\ncongestoin: ib\njobs:\n  - operation: all_reduce\n";
    assertThat(run(text, 2).err()).contains("did you mean 'congestion'?");
  }

  @Test
  void other_options_are_refused_beside_a_scenario() throws IOException {
    String err = run(APART.formatted("flow"), 2, "--size", "1MiB", "--seed", "3").err();
    assertThat(err).contains("--size: expected no such option beside --scenario", "--seed:");
  }
}
