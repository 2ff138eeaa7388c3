package io.busbar.app.command.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TuneCommandTest {
  private static final String SCRIPT = "src/test/resources/io/busbar/app/env.sh";
  private final TestTerminal terminal = new TestTerminal();

  @Test
  void findings_in_text_say_where_why_and_what_to_do() {
    assertThat(terminal.run("tune", "--check", SCRIPT, "--nccl", "2.24.3")).isEqualTo(0);
    assertThat(terminal.out())
        .contains("for NCCL 2.24.3.")
        .contains("Nobody reads NCCL_SHARP_ENABLE [unknown-name]")
        .contains("env.sh:2: NCCL_SHARP_ENABLE=1")
        .contains("NCCL_COLLNET_ENABLE=1");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void findings_in_json_carry_code_severity_variable_file_line_reason_and_fix() {
    assertThat(terminal.run("tune", "--check", SCRIPT, "--format", "json")).isEqualTo(0);
    JsonNode answer = JsonMapper.shared().readTree(terminal.out());
    assertThat(answer.get("schema").asString()).isEqualTo("busbar/lint/1");
    JsonNode finding = answer.get("findings").get(1);
    assertThat(finding.get("code").asString()).isEqualTo("unknown-name");
    assertThat(finding.get("severity").asString()).isEqualTo("warning");
    assertThat(finding.get("variable").asString()).isEqualTo("NCCL_SHARP_ENABLE");
    assertThat(finding.get("file").asString()).isEqualTo(SCRIPT);
    assertThat(finding.get("line").asInt()).isEqualTo(2);
    assertThat(finding.get("reason").asString()).isNotBlank();
    assertThat(finding.get("fix").asString()).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource({
    "export NCCL_ALGO=SHARP, critical, 1",
    "export NCCL_P2P_DISABLE=1, critical, 0",
    "export NCCL_P2P_DISABLE=1, warning, 1",
    "export NCCL_DEBUG=INFO, warning, 0",
    "export NCCL_DEBUG=INFO, info, 1",
    "export NCCL_DEBUG=WARN, info, 0",
  })
  void the_exit_code_is_1_when_something_is_as_severe_as_asked_for(
      String line, String failOn, int code, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("run.sh"), line + "\n");
    assertThat(terminal.run("tune", "--check", file.toString(), "--fail-on", failOn))
        .isEqualTo(code);
  }

  @Test
  void the_corrected_text_stands_beside_the_file_and_differs_only_where_it_was_wrong(
      @TempDir Path folder) throws IOException {
    String text = Files.readString(Path.of(SCRIPT));
    Path file = Files.writeString(folder.resolve("env.sh"), text);
    assertThat(terminal.run("tune", "--check", folder.toString(), "--fix")).isEqualTo(0);
    assertThat(terminal.out()).contains("env.sh.fixed");
    assertThat(Files.readString(file)).isEqualTo(text);
    assertThat(folder.resolve("env.sh.fixed"))
        .hasContent(
            """
            export NCCL_DEBUG=INFO
            export NCCL_COLLNET_ENABLE=1
            export NCCL_IB_HCA==mlx5_0,mlx5_1
            # export NCCL_TIMEOUT=300
            """);
  }

  @Test
  void a_cluster_is_compared() {
    // Two of eight compute NICs are a quarter of the bandwidth: critical.
    assertThat(terminal.run("tune", "--check", SCRIPT, "--cluster", "dgx-h100:4")).isEqualTo(1);
    assertThat(terminal.out()).contains("dgx-h100:4").contains("mlx5_10,mlx5_11");
  }

  @Test
  void wrong_calls_are_told_all_at_once() {
    assertThat(terminal.run("tune", "--check", SCRIPT, "--nccl", "two", "--cluster", "dgx-h1000:4"))
        .isEqualTo(2);
    assertThat(terminal.err()).contains("--nccl").contains("--cluster").contains("dgx-h100");
    TestTerminal none = new TestTerminal();
    assertThat(none.run("tune")).isEqualTo(2);
    assertThat(none.err()).contains("--check");
    TestTerminal missing = new TestTerminal();
    assertThat(missing.run("tune", "--check", "no-such-file.sh")).isEqualTo(2);
    assertThat(missing.err()).contains("no-such-file.sh: expected an existing file or folder");
  }
}
