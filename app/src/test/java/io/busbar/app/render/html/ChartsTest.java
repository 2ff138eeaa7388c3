package io.busbar.app.render.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Bars;
import io.busbar.base.report.Block.Curve;
import io.busbar.base.report.Block.Lane;
import io.busbar.base.report.Block.Series;
import io.busbar.base.report.Block.Shape;
import io.busbar.base.report.Block.Span;
import io.busbar.base.report.Block.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What the charts draw, read back from the page; the wide format comes first. */
class ChartsTest {

  private static Document page(Block block) {
    return PageReader.parse(HtmlRendererTest.render(block));
  }

  private static String d(Document page, int index) {
    return PageReader.withClass(page, "path", "curve").get(index).getAttribute("d");
  }

  @Test
  void parts_of_a_bar_lie_end_to_end_in_proportion_to_their_values() {
    Bars bars =
        new Bars(
            "b",
            "s",
            List.of("forward", "backward"),
            List.of(new Bar("x", List.of(1.0, 2.0))),
            Double.NaN,
            "");
    List<Element> parts = PageReader.withClass(page(bars), "rect", "part");
    double first = PageReader.number(parts.get(0), "width");
    double second = PageReader.number(parts.get(1), "width");

    assertThat(second).isCloseTo(2 * first, within(0.02));
    assertThat(PageReader.number(parts.get(1), "x"))
        .isCloseTo(PageReader.number(parts.get(0), "x") + first, within(0.02));
  }

  @Test
  void the_limit_is_on_the_scale_of_the_bars() {
    Bars bars =
        new Bars("b", "B", List.of("weights"), List.of(new Bar("x", List.of(40e9))), 80e9, "HBM");
    Document page = page(bars);
    Element part = PageReader.withClass(page, "rect", "part").getFirst();
    double from = PageReader.number(part, "x");
    double limit = PageReader.number(PageReader.withClass(page, "line", "limit").getFirst(), "x1");

    assertThat(limit - from).isCloseTo(2 * PageReader.number(part, "width"), within(0.02));
    assertThat(PageReader.withClass(page, "text", "limit-label").getFirst().getTextContent())
        .isEqualTo("HBM 80 GB");
  }

  @Test
  void the_limit_line_crosses_no_total_and_no_value() {
    for (double limit = 0.1; limit < 6; limit += 0.1) {
      Bars given = SampleReport.stepBudget();
      Document page =
          page(new Bars(given.title(), "s", given.parts(), given.bars(), limit, "target"));
      Element wide = PageReader.all(page, "svg").get(1);
      double x =
          PageReader.all(wide, "line").stream()
              .filter(line -> line.getAttribute("class").equals("limit"))
              .mapToDouble(line -> PageReader.number(line, "x1"))
              .findFirst()
              .orElseThrow();

      for (Element text : PageReader.all(wide, "text")) {
        String css = text.getAttribute("class");
        double width = TextFit.width(text.getTextContent(), Svg.SMALL);
        double left = PageReader.number(text, "x") - (css.startsWith("ts m") ? width / 2 : 0);
        if (css.contains(" on ") || css.equals("t strong")) {
          assertThat(x < left || x > left + width).as(text.getTextContent()).isTrue();
        }
      }
    }
  }

  @Test
  void the_table_of_bars_has_every_value_and_the_totals() {
    Document page = page(SampleReport.memory());

    assertThat(PageReader.all(page, "tr"))
        .extracting(Element::getTextContent)
        .contains("activations27.9058.8 %", "total47.46");
  }

  @Test
  void a_gap_in_a_curve_stays_a_gap() {
    Series series =
        new Series(
            "s",
            "x",
            "y",
            false,
            List.of(
                new Curve("c", List.of(1.0, 2.0, 3.0, 4.0), List.of(1.0, Double.NaN, 2.0, 3.0))));

    assertThat(d(page(series), 0).chars().filter(c -> c == 'M').count()).isEqualTo(2);
  }

  @Test
  void doubling_is_the_same_distance_everywhere_on_a_logarithmic_axis() {
    Document page = page(SampleReport.scaling());
    List<Element> points = PageReader.withClass(page, "circle", "point").stream().limit(8).toList();

    double step = PageReader.number(points.get(1), "cx") - PageReader.number(points.get(0), "cx");
    for (int i = 1; i < points.size(); i++) {
      double distance =
          PageReader.number(points.get(i), "cx") - PageReader.number(points.get(i - 1), "cx");
      assertThat(distance).isCloseTo(step, within(0.02));
    }
  }

  @Test
  void names_of_curves_that_end_close_together_are_moved_apart() {
    assertThat(SeriesChart.apart(new double[] {10, 11, 12, 100}, 4, 200))
        .containsExactly(10, 25, 40, 100);
    assertThat(SeriesChart.apart(new double[] {90, 95, 99}, 4, 100)).containsExactly(70, 85, 100);
  }

  @Test
  void a_point_says_where_it_is() {
    Series series =
        new Series(
            "s",
            "size (B)",
            "time (s)",
            true,
            List.of(new Curve("ring", List.of(65536.0, 131072.0), List.of(0.0005, 0.001))));

    assertThat(PageReader.withClass(page(series), "circle", "point").getFirst().getTextContent())
        .isEqualToIgnoringWhitespace("ring\n64 KiB: 500 us");
  }

  @Test
  void spans_that_overlap_get_rows_of_their_own() {
    Lane lane =
        new Lane(
            "l",
            List.of(
                new Span(0, 2, "a", "forward"),
                new Span(1, 3, "b", "communication"),
                new Span(2, 4, "c", "backward")));
    List<Element> spans =
        PageReader.withClass(page(new Timeline("t", List.of(lane))), "rect", "part").subList(0, 3);

    List<String> rows = spans.stream().map(s -> s.getAttribute("y")).distinct().toList();
    assertThat(rows).hasSize(2);
    assertThat(spans.get(0).getAttribute("y")).isEqualTo(spans.get(1).getAttribute("y"));
  }

  @Test
  void spans_too_short_to_see_are_drawn_together() {
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      spans.add(new Span(i * 1e-5, (i + 1) * 1e-5, "step " + i, "communication"));
    }
    Document page = page(new Timeline("t", List.of(new Lane("l", spans))));
    List<Element> parts = PageReader.withClass(page, "rect", "part");

    assertThat(parts).hasSizeLessThan(10);
    assertThat(parts.getFirst().getTextContent()).contains("100000 spans · communication");
    assertThat(PageReader.all(page, "td")).anyMatch(td -> td.getTextContent().equals("1.000"));
  }

  @Test
  void a_box_that_holds_others_lies_below_lines_and_the_others_above() {
    Document page = page(SampleReport.mapping());
    List<Element> shapes =
        PageReader.all(page, "*").stream()
            .filter(e -> List.of("rect", "line").contains(e.getTagName()))
            .filter(e -> e.getAttribute("class").matches("(box|edge).*"))
            .toList();

    assertThat(
            shapes.stream().map(e -> e.getAttribute("class")).distinct().findFirst().orElseThrow())
        .isEqualTo("box k-node");
    assertThat(shapes.getLast().getAttribute("class")).startsWith("box");
  }

  @Test
  void the_label_of_a_small_box_is_cut_and_its_tooltip_is_whole() {
    Block.Drawing drawing =
        new Block.Drawing(
            "d", 100, 50, List.of(new Shape.Box(0, 0, 40, 16, "switch number 12", "switch")), "");
    Document page = page(drawing);

    assertThat(PageReader.withClass(page, "rect", "box").getFirst().getTextContent())
        .isEqualToIgnoringWhitespace("switch number 12");
    assertThat(PageReader.withClass(page, "text", "m").getFirst().getTextContent()).endsWith("…");
  }

  @Test
  void reasons_that_were_shown_are_linked_and_not_repeated() {
    var gradients = SampleReport.gradients();
    Document page = page(new Block.Reasons("r", List.of(gradients, gradients)));

    assertThat(PageReader.withClass(page, "code", "formula")).hasSize(1);
    assertThat(PageReader.all(page, "a")).hasSize(1);
  }

  @Test
  void a_figure_of_doubtful_quality_says_so() {
    String html = HtmlRenderer.render(SampleReport.report());

    assertThat(html).contains("≈ <b>0.92</b> <span class=\"mark\">fitted</span>");
    assertThat(html).contains("≈ <b>140 ms</b> <span class=\"mark\">assumed</span>");
  }

  @Test
  void rows_longer_or_shorter_than_the_head_lose_nothing() {
    Block.Table table =
        new Block.Table(
            "t", List.of(Block.Column.text("a")), List.of(List.of("1", "2", "3"), List.of()), "");
    Document page = page(table);

    assertThat(PageReader.all(page, "tr"))
        .extracting(Element::getTextContent)
        .containsExactly("a", "123", "");
  }
}
