package io.busbar.app.command.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import io.busbar.app.progress.RoundProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightCommandTest {
  private final TestTerminal terminal = new TestTerminal();

  @TempDir private Path folder;

  private String hosts(String text) throws Exception {
    return Files.writeString(folder.resolve("hosts.txt"), text).toString();
  }

  @Test
  void hosts_are_named_or_the_call_is_wrong() throws Exception {
    assertThat(terminal.run("preflight")).isEqualTo(2);
    assertThat(terminal.err()).contains("--hosts: expected a file of hosts");
    assertThat(terminal.run("preflight", "--hosts", hosts("a\n"))).isEqualTo(2);
    assertThat(terminal.err()).contains("read '1 host', expected 2 to 1000 hosts");
    assertThat(terminal.run("preflight", "--hosts", hosts("a slot=2\nb\n"))).isEqualTo(2);
    assertThat(terminal.err()).contains("hosts.txt:1:3", "did you mean 'slots'?");
  }

  @Test
  void a_template_without_the_command_is_refused_with_its_place() throws Exception {
    String file = hosts("127.0.0.1\nlocalhost\n");
    assertThat(terminal.run("preflight", "--hosts", file, "--launch", "ssh {hots}")).isEqualTo(2);
    assertThat(terminal.err()).contains("--launch:1:5", "did you mean 'host'?", "{command}");
  }

  @Test
  void who_does_not_come_is_told_with_what_its_command_printed() throws Exception {
    String file = hosts("a address=127.0.0.1\nb address=127.0.0.1\n");
    String launch = "sh -c 'echo no {host} here; exit 3 # {command}'";
    assertThat(terminal.run("preflight", "--hosts", file, "--launch", launch)).isEqualTo(2);
    assertThat(terminal.err())
        .contains("2 hosts, about ")
        .contains("hosts.txt:1:1: read 'a', expected an agent of that host")
        .contains("its command ended with exit code 3: no b here");
  }

  @Test
  void an_agent_needs_a_token_and_a_place() {
    assertThat(terminal.run("agent", "127.0.0.1:1", "--seat", "0")).isEqualTo(2);
    assertThat(terminal.err()).contains("BUSBAR_TOKEN");
  }

  @Test
  void progress_says_what_goes_on() {
    assertThat(RoundProgress.line("rounds of pairs", 3, 63, 7.4))
        .isEqualTo("rounds of pairs: 3 of 63, 7 s");
  }
}
