package io.busbar.app.render.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.Term;
import io.busbar.base.report.Block;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Names come from files of strangers: whatever they contain is shown as text and nothing else. */
class HostileTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\" onload=\"alert(1)\" x=\"",
        "' onmouseover='alert(1)'",
        "</title></svg></style><img src=x onerror=alert(1)>",
        "&lt;b&gt; &amp; & &#x3c;",
        "]]><!-- -->",
        "👩‍💻🚀 emoji 🇩🇪",
        "עברית العربية",
        "\u202Edesrever\u202C",
      })
  void is_shown_as_text_in_every_block(String hostile) {
    Document page = PageReader.parse(HtmlRenderer.render(everywhere(hostile)));

    assertThat(PageReader.all(page, "*"))
        .extracting(Element::getTagName)
        .doesNotContain("script", "img");
    assertThat(PageReader.all(page, "h1").getFirst().getTextContent()).isEqualTo(hostile);
    assertThat(PageReader.all(page, "h2"))
        .hasSize(9)
        .allMatch(h -> h.getTextContent().equals(hostile));
    for (Element element : PageReader.all(page, "*")) {
      assertThat(element.hasAttribute("onload")).isFalse();
      assertThat(element.hasAttribute("onmouseover")).isFalse();
      assertThat(element.hasAttribute("onerror")).isFalse();
    }
  }

  @Test
  void what_markup_cannot_hold_is_replaced() {
    Document page =
        PageReader.parse(HtmlRenderer.render(everywhere("a\u0000b\u001Bc\uD800d\uFFFEe\u0085f")));

    assertThat(PageReader.all(page, "h1").getFirst().getTextContent())
        .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf");
  }

  @Test
  void a_very_long_word_stays_whole_in_tables_and_is_cut_in_drawings() {
    String word = "w".repeat(5000);
    Document page = PageReader.parse(HtmlRenderer.render(everywhere(word)));

    assertThat(PageReader.all(page, "td")).anyMatch(td -> td.getTextContent().equals(word));
    assertThat(PageReader.all(page, "text"))
        .allMatch(text -> text.getTextContent().length() < 200 || freeText(text));
  }

  private static boolean freeText(Element text) {
    return text.getAttribute("class").startsWith("free");
  }

  @Test
  void numbers_that_are_none_draw_nothing_and_break_nothing() {
    for (double odd :
        new double[] {
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          -1,
          0,
          1e308,
          4.9e-324,
          1e-290
        }) {
      String html = HtmlRenderer.render(numbers(odd));

      PageReader.parse(html);
      assertThat(html.substring(html.indexOf("<main"))).doesNotContain("NaN", "Infinity");
    }
  }

  private static Report numbers(double odd) {
    List<Double> values = List.of(odd, 1.0, odd);
    List<Double> only = List.of(odd, odd);
    return new Report(
        "busbar/test/1",
        "Numbers",
        Map.of(),
        List.of(
            new Block.Bars(
                "b", "s", List.of("x", "y", "z"), List.of(new Block.Bar("r", values)), odd, "l"),
            new Block.Bars(
                "b", "s", List.of("x", "y"), List.of(new Block.Bar("r", only)), odd, "l"),
            new Block.Series(
                "s", "x", "y (s)", true, List.of(new Block.Curve("c", values, values))),
            new Block.Series("s", "x (B)", "y", false, List.of(new Block.Curve("c", only, only))),
            new Block.Timeline(
                "t", List.of(new Block.Lane("l", List.of(new Block.Span(0, odd, "s", "host"))))),
            new Block.Reasons(
                "r",
                List.of(
                    new Explained(
                        Term.input("n", "s", ""), odd, Quality.SOURCED, "", List.of())))));
  }

  static Report everywhere(String text) {
    Explained leaf =
        new Explained(new Term(text, text, text, null, text), 1, Quality.ASSUMED, text, List.of());
    Explained reasons =
        new Explained(
            Term.of(text, "s", text, "{x} + 1"), 2, Quality.COMPUTED, text, List.of(leaf));
    Block.Curve curve = new Block.Curve(text, List.of(1.0, 2.0), List.of(3.0, 4.0));
    return new Report(
        text,
        text,
        Map.of(),
        List.of(
            new Block.Figures(text, List.of(new Block.Figure(text, text, text, reasons))),
            new Block.Table(
                text,
                List.of(Block.Column.text(text), Block.Column.number(text)),
                List.of(List.of(text, text)),
                text),
            new Block.Bars(
                text,
                "s",
                List.of(text, text),
                List.of(new Block.Bar(text, List.of(1.0, 2.0))),
                2,
                text),
            new Block.Series(text, text, text, false, List.of(curve, curve)),
            new Block.Timeline(
                text, List.of(new Block.Lane(text, List.of(new Block.Span(0, 1, text, text))))),
            new Block.Drawing(
                text,
                300,
                100,
                List.of(
                    new Block.Shape.Box(0, 0, 200, 80, text, text),
                    new Block.Shape.Box(10, 30, 60, 20, text, text),
                    new Block.Shape.Line(0, 0, 10, 10, 1, text),
                    new Block.Shape.Text(0, 90, text, 12, text)),
                text),
            new Block.Findings(
                text,
                List.of(
                    new Finding(text, Severity.WARNING, text, text, List.of(text), List.of(text)))),
            new Block.Note(text, text),
            new Block.Reasons(text, List.of(reasons))));
  }
}
