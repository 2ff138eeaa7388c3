package io.busbar.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadingProgressTest {
  @Test
  void the_line_names_the_file_and_how_much_was_read() {
    assertThat(ReadingProgress.line("logs/rank0.log", 1_500_000_000L, 7.4))
        .isEqualTo("reading logs/rank0.log: 1500 MB so far, 7 s");
  }

  @Test
  void long_names_are_cut_and_control_characters_do_not_reach_the_terminal() {
    String line = ReadingProgress.line("a".repeat(200) + "\u001b[2J", Long.MAX_VALUE, 1e5);
    assertThat(line).hasSizeLessThan(100).contains("?[2J").doesNotContain("\u001b");
  }
}
