package io.busbar.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchTemplateTest {
  private static final Host HOST = new Host("n3", "10.0.0.3", 1, Position.of("hosts"));

  private static List<String> expand(String text) {
    return LaunchTemplate.parse("--launch", text, 2)
        .expand(HOST, 3, List.of("/my dir/busbar", "agent", "it's"));
  }

  @Test
  void without_quotes_the_command_is_words_and_within_quotes_a_text_for_a_shell() {
    assertThat(expand("tools/hosts  run t {index} {command}"))
        .containsExactly("tools/hosts", "run", "t", "3", "/my dir/busbar", "agent", "it's");
    assertThat(expand("ssh -l me {host} '{command}'"))
        .containsExactly("ssh", "-l", "me", "n3", "'/my dir/busbar' agent 'it'\\''s'");
    assertThat(expand("ssh {address} \"cd /x && {command}\""))
        .containsExactly("ssh", "10.0.0.3", "cd /x && '/my dir/busbar' agent 'it'\\''s'");
  }

  @Test
  void fields_are_checked_all_at_once() {
    assertThatThrownBy(() -> expand("ssh '{hots} x"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--launch:1:6: read '{hots}', expected one of {host}, {address}")
        .hasMessageContaining("did you mean 'host'?")
        .hasMessageContaining("--launch:1:5: read ''', expected a quote that is closed again")
        .hasMessageContaining("expected {command} where the command belongs")
        .hasMessageContaining("expected {host}, {address} or {index}");
  }

  @Test
  void a_single_host_need_not_be_named() {
    assertThat(LaunchTemplate.parse("--launch", "nice {command}", 1).expand(HOST, 1, List.of("x")))
        .containsExactly("nice", "x");
  }
}
