package io.busbar.app.render.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextFitTest {

  @Test
  void text_that_fits_stays_as_it_is() {
    assertThat(TextFit.cut("stage 0", 100, 12)).isEqualTo("stage 0");
  }

  @Test
  void text_that_does_not_fit_ends_in_an_ellipsis_and_then_fits() {
    String cut = TextFit.cut("reduce-scatter of the gradients", 100, 12);

    assertThat(cut).startsWith("reduce-s").endsWith("…");
    assertThat(TextFit.width(cut, 12)).isLessThanOrEqualTo(100);
  }

  @Test
  void nothing_is_left_where_not_one_character_fits() {
    assertThat(TextFit.cut("wide", 5, 12)).isEmpty();
  }

  @Test
  void a_character_of_many_code_points_is_kept_or_dropped_as_a_whole() {
    String engineer = "👩‍💻";

    for (int width = 0; width < 200; width++) {
      String cut = TextFit.cut(engineer.repeat(4), width, 12).replace("…", "");
      assertThat(cut.replace(engineer, "")).isEmpty();
    }
  }

  @Test
  void lines_break_between_words_and_the_last_one_is_cut() {
    assertThat(TextFit.wrap("leaf switch rail 0", 80, 11, 3))
        .containsExactly("leaf switch", "rail 0");
    assertThat(TextFit.wrap("leaf switch rail 0", 80, 11, 1).getFirst()).endsWith("…");
    assertThat(TextFit.wrap("one\ntwo", 80, 11, 3)).containsExactly("one", "two");
  }
}
