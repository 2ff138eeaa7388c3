package io.busbar.app.command.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import org.junit.jupiter.api.Test;

class NcclCommandTest {
  private final TestTerminal terminal = new TestTerminal();

  @Test
  void a_variable_is_explained_for_a_version() {
    assertThat(terminal.run("nccl", "var", "NCCL_IB_TIMEOUT", "--nccl", "2.18")).isEqualTo(0);
    assertThat(terminal.out()).contains("18\n").contains("2.23.4: 20").contains("exponent");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void variables_are_listed_by_part_pattern_family_and_version() {
    assertThat(terminal.run("nccl", "vars", "NCCL_NVLS*")).isEqualTo(0);
    assertThat(terminal.out()).contains("NCCL_NVLS_ENABLE").doesNotContain("NCCL_COLLNET_ENABLE");
    TestTerminal family = new TestTerminal();
    assertThat(family.run("nccl", "vars", "nvls-collnet", "--nccl", "2.12")).isEqualTo(0);
    assertThat(family.out()).contains("NCCL_COLLNET_ENABLE").doesNotContain("NCCL_NVLS_ENABLE");
    TestTerminal all = new TestTerminal();
    assertThat(all.run("nccl", "vars")).isEqualTo(0);
    assertThat(all.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void an_unknown_one_is_answered_with_the_nearest() {
    assertThat(terminal.run("nccl", "var", "NCCL_BUFSIZE")).isEqualTo(2);
    assertThat(terminal.err()).contains("did you mean 'NCCL_BUFFSIZE'?");
    TestTerminal question = new TestTerminal();
    assertThat(question.run("nccl", "vras")).isEqualTo(2);
    assertThat(question.err()).contains("did you mean 'vars'?");
  }
}
