package io.busbar.base.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void says_where_what_was_read_and_what_was_expected() {
    Problem problem =
        new Problem(new Position("plan.yaml", 4, 7), "parallelism.tp", "0", "a number", "say 1");
    assertThat(problem)
        .hasToString("plan.yaml:4:7: parallelism.tp: read '0', expected a number; say 1");
    assertThat(new Problem(Position.of("--tp"), "", "", "a number", ""))
        .hasToString("--tp: expected a number");
  }

  @Test
  void control_characters_do_not_reach_a_terminal() {
    Problem problem =
        new Problem(Position.of("a\u001b[2J.yaml"), "k\u0007", "x\u001b[31m\ny", "text", "h\u0008");
    assertThat(problem.toString()).doesNotContainPattern("\\p{Cntrl}").contains("x?[31m y");
  }

  @Test
  void long_input_is_shortened() {
    Problem problem = new Problem(Position.of("f"), "", "x".repeat(10_000), "less", "");
    assertThat(problem.toString().length()).isLessThan(200);
  }
}
