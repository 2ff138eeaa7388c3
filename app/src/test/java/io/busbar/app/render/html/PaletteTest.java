package io.busbar.app.render.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PaletteTest {

  @Test
  void a_part_has_the_colour_of_what_it_is() {
    assertThat(
            Palette.ofParts(
                List.of(
                    "forward", "exposed TP", "pipeline bubble", "optimizer states", "Activations")))
        .containsExactly("k-forward", "k-tp", "k-bubble", "k-optimizer", "k-activations");
  }

  @Test
  void an_abbreviation_counts_only_as_a_whole_word() {
    assertThat(Palette.ofParts(List.of("EP all-to-all", "epilogue")))
        .containsExactly("k-ep", "k-s1");
  }

  @Test
  void two_parts_of_one_drawing_differ() {
    assertThat(Palette.ofParts(List.of("TP forward", "TP backward", "x", "y")))
        .containsExactly("k-tp", "k-s1", "k-s2", "k-s3");
  }

  @Test
  void curves_take_colours_in_turn_and_the_ideal_stays_grey() {
    assertThat(Palette.ofCurves(List.of("ideal", "weak", "strong")))
        .containsExactly("k-muted", "k-s1", "k-s2");
  }

  @Test
  void a_kind_that_nobody_knows_has_a_neutral_colour() {
    assertThat(Palette.ofKind("backward")).isEqualTo("k-backward");
    assertThat(Palette.ofKind("\"><script>")).isEqualTo("k-other");
  }
}
