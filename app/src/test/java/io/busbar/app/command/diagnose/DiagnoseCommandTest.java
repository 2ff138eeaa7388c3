package io.busbar.app.command.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnoseCommandTest {
  private static final String DMESG =
      """
      [Wed May  1 10:00:00 2024] NVRM: Xid (PCI:0000:dc:00): 79, pid=1, GPU has fallen off the bus.
      [Wed May  1 12:00:00 2024] mlx5_core 0000:1b:00.0: nothing of interest
      """;

  private final TestTerminal terminal = new TestTerminal();
  @TempDir private Path folder;
  private String file = "";

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("dmesg.log"), DMESG).toString();
  }

  @Test
  void a_critical_finding_fails_unless_only_older_lines_show_it() {
    assertThat(terminal.run("diagnose", file)).isEqualTo(1);
    assertThat(new TestTerminal().run("diagnose", file, "--since", "1h")).isEqualTo(0);
    assertThat(terminal.out()).contains("gpu-fallen-off-bus", "dmesg.log:1");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void json_has_all_parts_of_the_schema() {
    terminal.run("diagnose", file, "--format", "json");

    assertThat(terminal.out())
        .contains("\"schema\": \"busbar/diagnosis/1\"")
        .contains("\"findings\"", "\"healthy\"", "\"missing\"", "\"inputs\"")
        .contains("\"confidence\"", "\"consequences\"", "\"verify\"", "\"fix\"");
  }

  @Test
  void a_page_shows_the_lines_around_the_evidence() {
    terminal.run("diagnose", file, "--format", "html");

    assertThat(terminal.out()).contains("Evidence in context", "nothing of interest", "1 critical");
  }

  @Test
  void a_span_before_the_newest_time_needs_files() {
    assertThat(terminal.run("diagnose", "/dev/null", "--since", "2h")).isEqualTo(2);
    assertThat(terminal.err()).contains("a pipe is read once");
  }

  @Test
  void a_missing_path_and_an_unknown_cluster_are_mistakes_of_the_call() {
    assertThat(terminal.run("diagnose", folder + "/none")).isEqualTo(2);
    assertThat(terminal.run("diagnose", file, "--cluster", "dgx-h10:4")).isEqualTo(2);
    assertThat(terminal.err()).contains("dgx-h100");
  }

  @Test
  void codes_are_listed_and_described() {
    assertThat(terminal.run("diagnose", "--list")).isEqualTo(0);
    assertThat(terminal.run("diagnose", "--describe", "gdr-disabled")).isEqualTo(0);
    assertThat(terminal.out()).contains("ib-port-down", "verify");
  }
}
