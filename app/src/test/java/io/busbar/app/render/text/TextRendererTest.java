package io.busbar.app.render.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.SampleReports;
import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.Term;
import io.busbar.base.report.Block;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextRendererTest {
  private static final TextStyle ASCII = new TextStyle(100, false, false);
  private static final TextStyle COLOUR = new TextStyle(100, true, true);
  private static final String LONG =
      "a label of many words that goes on well beyond what any column of a table can hold ";
  private static final String HUGE = "x".repeat(260);

  private static String body(Block block) {
    return body(block, TextStyle.FILE);
  }

  /** The text below title and rule. */
  private static String body(Block block, TextStyle style) {
    String text = TextRenderer.render(SampleReports.report(block), style);
    return text.lines().skip(3).reduce("", (a, b) -> a + b + "\n");
  }

  private static void fits(String text) {
    assertThat(text.lines().filter(line -> Cells.width(line) > 100)).isEmpty();
  }

  @Test
  void a_title_stands_over_a_rule() {
    assertThat(TextRenderer.render(SampleReports.report(), TextStyle.FILE))
        .isEqualTo("Llama 3 70B on dgx-h100:128\n───────────────────────────\n");
  }

  @Test
  void figures_stand_in_columns_with_numbers_right_aligned() {
    Block.Figures figures = (Block.Figures) SampleReports.everyBlock().blocks().getFirst();
    List<Block.Figure> rows = new ArrayList<>(figures.rows());
    rows.set(0, new Block.Figure("step time", "4.31 s", "affine in the micro-batches"));

    assertThat(body(new Block.Figures("Step", rows)))
        .isEqualTo(
            """
            Step
              step time           4.31 s       affine in the micro-batches
              gradients per GPU   4.41 GB
              layout             TP8 PP4 DP32  fits
              GPUs               1,024
            """);
  }

  @Test
  void reasons_of_figures_follow_as_a_tree() {
    String text = body(SampleReports.everyBlock().blocks().getFirst());

    assertThat(text)
        .contains("  reasons\n  step_s = 1.058 s  [allreduce_s + volume_bytes / 1e10]  one step\n")
        .contains("  ├─ allreduce_s = 176.4 ms  [volume_bytes / nic_bytes_per_s]")
        .contains("  │  ├─ volume_bytes = 8.82 GB  [2 * gradients_bytes]")
        .contains("  │  │  └─ gradients_bytes = 4.41 GB")
        .contains("  │  └─ nic_bytes_per_s = 50 GB/s  (vendor's data sheet, recalled)  NIC share")
        .contains("(as above)");
    assertThat(text.split("gradients_bytes = ")).as("written out once").hasSize(2);
  }

  @Test
  void a_table_has_a_thin_rule_and_right_aligned_numbers() {
    assertThat(body(SampleReports.table()))
        .isEqualTo(
            """
            Layouts
                                          exposed
              layout          step  communication
              ───────────────────────────────────
              TP8 PP4 DP32  4.31 s         12.1 %
              TP4 PP8 DP32   4.4 s         9.95 %
              The first one wins by 2 %.
            """);
  }

  @Test
  void a_table_of_30_columns_continues_below_without_losing_a_cell() {
    List<Block.Column> columns =
        IntStream.range(0, 30).mapToObj(i -> Block.Column.number("head" + i)).toList();
    List<String> row = IntStream.range(0, 30).mapToObj(i -> "cell-" + i + "-" + i).toList();
    String text = body(new Block.Table("Wide", columns, List.of(row), ""));

    fits(text);
    assertThat(text).contains("of 30, beside the first)");
    for (int i = 0; i < 30; i++) {
      assertThat(text).contains("head" + i).contains("cell-" + i + "-" + i);
    }
  }

  @Test
  void long_cells_are_wrapped_in_their_column() {
    List<Block.Column> columns = List.of(Block.Column.text("name"), Block.Column.text(LONG));
    String text = body(new Block.Table("Long", columns, List.of(List.of(LONG + LONG, HUGE)), LONG));

    fits(text);
    assertThat(text.chars().filter(c -> c == 'x').count()).isEqualTo(260);
  }

  @Test
  void an_empty_table_says_so() {
    Block.Table table = new Block.Table("T", List.of(Block.Column.text("a")), List.of(), "");
    assertThat(body(table)).endsWith("(none)\n");
  }

  @Test
  void rows_longer_than_the_header_keep_their_cells() {
    List<List<String>> rows = List.of(List.of("a", "b", "c"));
    Block.Table table = new Block.Table("T", List.of(Block.Column.text("h")), rows, "");
    assertThat(body(table)).contains("a  b  c");
  }

  @Test
  void bars_show_parts_limit_and_all_values() {
    String text = body(SampleReports.bars());

    fits(text);
    assertThat(text)
        .contains("stage 0  ███")
        .contains("64.1 GB")
        .contains("┃ GPU memory 80 GB")
        .contains("█ weights       4.4 GB   4.6 GB")
        .contains("▒ activations    50 GB    14 GB");
  }

  @Test
  void bars_with_odd_values_are_drawn_without_them() {
    List<Double> odd = List.of(Double.NaN, -3.0, Double.POSITIVE_INFINITY);
    Block.Bars bars =
        new Block.Bars(
            "B", "s", List.of("p", "q", "r"), List.of(new Block.Bar("b", odd)), Double.NaN, "");
    assertThat(body(bars))
        .containsPattern("p +-\n")
        .containsPattern("q +-3 s\n")
        .contains("r   infinite");
  }

  @Test
  void series_are_a_line_of_heights_and_a_table() {
    Block.Curve curve = SampleReports.curve("weak", 4);
    String text = body(new Block.Series("Scaling", "GPUs", "efficiency", true, List.of(curve)));

    assertThat(text)
        .isEqualTo(
            """
            Scaling
              efficiency over GPUs (log)
              weak  █▆▃▁  0.625 to 1
              GPUs   weak
              ───────────
                 8      1
                16  0.875
                24   0.75
                32  0.625
            """);
  }

  @Test
  void many_points_are_sampled_and_that_is_said() {
    Block.Curve curve = SampleReports.curve("weak", 500);
    String text = body(new Block.Series("S", "n", "e", false, List.of(curve)));

    fits(text);
    assertThat(text).contains("16 of 500 points; --format json has them all").contains("4000");
  }

  @Test
  void a_timeline_shows_the_kinds_with_their_sums() {
    String text = body(SampleReports.timeline());

    fits(text);
    assertThat(text)
        .containsPattern("stage 0  █{17,18}·{8,9}▓{35,36}\n")
        .containsPattern("stage 1 {60,70}▒{26,27}\n")
        .contains("0 s")
        .contains("500 ms")
        .contains("2 s")
        .contains(
            "█ forward 400 ms   · bubble 200 ms   ▓ backward 800 ms   ▒ communication 600 ms");
  }

  @Test
  void hundreds_of_lanes_are_cut_and_that_is_said() {
    List<Block.Lane> lanes = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lanes.add(new Block.Lane("stage " + i, List.of(new Block.Span(0, 1e-12, "s", "new-kind"))));
    }
    String text = body(new Block.Timeline("T", lanes));
    fits(text);
    assertThat(text).contains("276 more lanes").contains("nnnn");
  }

  @Test
  void an_empty_timeline_says_so() {
    assertThat(body(new Block.Timeline("T", List.of()))).contains("(nothing happens)");
  }

  @Test
  void a_drawing_is_its_caption_and_where_to_see_it() {
    Block drawing = new Block.Drawing("Fabric", 10, 10, List.of(), "Two tiers.");
    assertThat(body(drawing))
        .isEqualTo("Fabric\n  Two tiers.\n  (a drawing: --format html shows it)\n");
  }

  @Test
  void findings_say_what_why_on_what_evidence_and_what_to_do() {
    Finding finding = SampleReports.finding(Severity.CRITICAL);
    assertThat(body(new Block.Findings("Findings", List.of(finding))))
        .isEqualTo(
            """
            Findings
              ✖ TP 16 leaves its NVLink domain [tp-leaves-domain]
                why       8 of 16 ranks are reached over the network at 50 GB/s instead of 450 GB/s.
                evidence  plan.yaml:4:7
                          dgx-h100 has 8 GPUs
                fix       TP 8: step 4.31 s → 3.80 s
            """);
  }

  @Test
  void no_findings_is_an_answer() {
    assertThat(body(new Block.Findings("Findings", List.of()))).isEqualTo("Findings\n  (none)\n");
  }

  @Test
  void notes_are_wrapped_and_indented_lines_kept() {
    String text = body(new Block.Note("Note", LONG + LONG + "\n\n  a   b\nend"));
    fits(text);
    assertThat(text).contains("\n\n    a   b\n  end\n");
  }

  @Test
  void every_kind_fits_in_100_columns_with_long_labels() {
    Report report = hostile(LONG.repeat(3) + HUGE);
    fits(TextRenderer.render(report, TextStyle.FILE));
    fits(TextRenderer.render(report, ASCII));
  }

  @Test
  void wide_characters_count_twice() {
    String wide = "大きな集団通信".repeat(20) + "🚀".repeat(60);
    fits(TextRenderer.render(hostile(wide), TextStyle.FILE));
    assertThat(Cells.width("大🚀e\u0301")).isEqualTo(5);
  }

  @Test
  void deep_reasons_still_fit() {
    Explained node = new Explained(Term.input("leaf", "", LONG), 1, Quality.ASSUMED, "", List.of());
    for (int i = 0; i < 80; i++) {
      Term term = Term.of("level" + i, "", LONG, "{below} + 1");
      node = new Explained(term, i, Quality.COMPUTED, "", List.of(node, node));
    }
    String text = body(new Block.Reasons("Reasons", List.of(node)));
    fits(text);
    assertThat(text.lines().count()).as("shared branches once").isLessThan(500);
  }

  @Test
  void ascii_shows_everything_without_other_characters() {
    String text = TextRenderer.render(SampleReports.everyBlock(), ASCII);
    assertThat(text.chars()).allMatch(c -> c == '\n' || (c >= ' ' && c <= '~'));
    assertThat(text).contains("4.31 s -> 3.80 s").contains("`- ").contains("X TP 16");
  }

  @Test
  void colours_are_only_there_when_asked_for() {
    String plain = TextRenderer.render(SampleReports.everyBlock(), TextStyle.FILE);
    String colour = TextRenderer.render(SampleReports.everyBlock(), COLOUR);
    assertThat(plain).doesNotContain("\u001b");
    assertThat(colour).contains("\u001b[1m").contains("\u001b[0m");
    assertThat(colour.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain);
  }

  @Test
  void texts_from_outside_cannot_steer_the_terminal() {
    Report report = hostile("a\u001b[2Jb\u0007c\u009bd\u202ee\ue000f");
    for (TextStyle style : List.of(ASCII, TextStyle.FILE)) {
      assertThat(TextRenderer.render(report, style))
          .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e", "\ue000")
          .contains("a?[2Jb?c?d?e?f");
    }
  }

  /** Every kind of block with the same text in every place. */
  private static Report hostile(String text) {
    Explained reasons =
        new Explained(
            Term.of(text, text, text, "1 + 1").from(text), 1, Quality.ESTIMATED, text, List.of());
    List<Double> values = List.of(1.0, 2.0);
    List<String> texts = List.of(text, text);
    return new Report(
        "busbar/sample/1",
        text,
        new SampleReports.Answer(1, List.of()),
        List.of(
            new Block.Figures(text, List.of(new Block.Figure(text, text, text, reasons))),
            new Block.Figures(text, List.of(new Block.Figure(text, text, ""))),
            new Block.Table(
                text,
                List.of(Block.Column.text(text), Block.Column.number(text)),
                List.of(texts, texts),
                text),
            new Block.Bars(text, text, texts, List.of(new Block.Bar(text, values)), 2, text),
            new Block.Series(
                text, text, text, true, List.of(new Block.Curve(text, values, values))),
            new Block.Timeline(
                text, List.of(new Block.Lane(text, List.of(new Block.Span(0, 1, text, text))))),
            new Block.Drawing(text, 1, 1, List.of(), text),
            new Block.Findings(
                text, List.of(new Finding(text, Severity.WARNING, text, text, texts, texts))),
            new Block.Note(text, text),
            new Block.Reasons(text, List.of(reasons))));
  }
}
