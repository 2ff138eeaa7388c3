package io.busbar.app.render.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class HtmlRendererTest {
  private static final double NARROW_SCREEN = 400;
  private static final double NARROW_PADDING = 24;
  private static final double SMALLEST_FONT = 11;

  private final String html = HtmlRenderer.render(SampleReport.report());
  private final Document page = PageReader.parse(html);

  static String render(Block... blocks) {
    return HtmlRenderer.render(new Report("busbar/test/1", "Test", Map.of(), List.of(blocks)));
  }

  @Test
  void every_id_is_unique_and_every_reference_leads_somewhere() {
    List<String> ids = attributes("id");

    assertThat(ids).doesNotHaveDuplicates();
    assertThat(attributes("href")).isNotEmpty().allMatch(ref -> ids.contains(ref.substring(1)));
    assertThat(attributes("aria-labelledby")).allMatch(r -> ids.containsAll(List.of(r.split(" "))));
  }

  private List<String> attributes(String name) {
    return PageReader.all(page, "*").stream()
        .map(e -> e.getAttribute(name))
        .filter(value -> !value.isEmpty())
        .toList();
  }

  @Test
  void loads_nothing_and_runs_nothing() {
    assertThat(PageReader.all(page, "*"))
        .extracting(Element::getTagName)
        .doesNotContain("script", "link", "img", "iframe", "object", "embed", "use", "image");
    for (Element element : PageReader.all(page, "*")) {
      for (int i = 0; i < element.getAttributes().getLength(); i++) {
        String name = element.getAttributes().item(i).getNodeName();
        assertThat(name).doesNotStartWith("on").isNotIn("src", "style", "action");
      }
    }
    assertThat(html).doesNotContain("http://", "https://", "@import");
    assertThat(matches("url\\(([^)]*)\\)", html)).containsOnly("#hatch");
  }

  @Test
  void its_policy_allows_only_its_own_style_sheet() throws Exception {
    String sheet = PageReader.all(page, "style").getFirst().getTextContent();
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(sheet.getBytes(StandardCharsets.UTF_8));
    String policy =
        PageReader.all(page, "meta").stream()
            .filter(meta -> meta.getAttribute("http-equiv").equals("Content-Security-Policy"))
            .map(meta -> meta.getAttribute("content"))
            .collect(Collectors.joining());

    assertThat(policy)
        .isEqualTo(
            "default-src 'none'; style-src 'sha256-"
                + Base64.getEncoder().encodeToString(hash)
                + "'; base-uri 'none'; form-action 'none'");
  }

  @Test
  void names_its_language_and_has_one_title() {
    assertThat(page.getDocumentElement().getAttribute("lang")).isEqualTo("en");
    assertThat(PageReader.all(page, "h1")).hasSize(1);
    assertThat(html).startsWith("<!DOCTYPE html>");
  }

  @Test
  void headings_skip_no_level_also_where_a_block_has_no_title() {
    String untitled =
        render(new Block.Findings("", SampleReport.findings().findings()), SampleReport.findings());

    for (String each : List.of(html, untitled)) {
      int level = 0;
      for (String heading : matches("<h([1-6])", each)) {
        int next = Integer.parseInt(heading);
        assertThat(next).isLessThanOrEqualTo(level + 1);
        level = next;
      }
    }
  }

  @Test
  void every_drawing_is_an_image_with_title_and_description() {
    List<Element> drawings =
        PageReader.all(page, "svg").stream()
            .filter(svg -> !svg.getAttribute("aria-hidden").equals("true"))
            .toList();

    assertThat(drawings).hasSize(11);
    for (Element svg : drawings) {
      assertThat(svg.getAttribute("role")).isEqualTo("img");
      assertThat(PageReader.all(svg, "title").getFirst().getTextContent()).isNotBlank();
      assertThat(PageReader.all(svg, "desc").getFirst().getTextContent()).isNotBlank();
    }
  }

  @Test
  void every_header_cell_says_what_it_heads() {
    assertThat(PageReader.all(page, "th"))
        .isNotEmpty()
        .extracting(th -> th.getAttribute("scope"))
        .containsOnly("col", "row");
  }

  @Test
  void every_colour_that_is_used_is_in_the_style_sheet() {
    String sheet = PageReader.all(page, "style").getFirst().getTextContent();

    assertThat(matches("[\" ](k-[a-z0-9]+)", html.substring(html.indexOf("<body"))))
        .isNotEmpty()
        .allMatch(css -> matches("\\.(k-[a-z0-9]+)[ ,{]", sheet).contains(css));
  }

  @Test
  void text_in_drawings_is_at_least_ten_pixels_on_a_narrow_screen() {
    String sheet = PageReader.all(page, "style").getFirst().getTextContent();
    List<Element> drawings =
        PageReader.all(page, "svg").stream()
            .filter(svg -> !svg.getAttribute("id").isEmpty())
            .filter(svg -> !isWide(svg))
            .toList();

    assertThat(drawings).hasSize(6);
    for (Element svg : drawings) {
      String id = svg.getAttribute("id");
      double min =
          Double.parseDouble(matches("#" + id + "\\{min-width:([0-9.]+)px", sheet).getFirst());
      double max =
          Double.parseDouble(matches("#" + id + "\\{max-width:([0-9.]+)px", sheet).getFirst());
      double natural = Double.parseDouble(svg.getAttribute("viewBox").split(" ")[2]);
      double shown = Math.max(min, Math.min(max, NARROW_SCREEN - NARROW_PADDING));

      assertThat(shown / natural * SMALLEST_FONT).as(id).isGreaterThanOrEqualTo(10 - 1e-3);
    }
  }

  private static boolean isWide(Element svg) {
    Element format = (Element) svg.getParentNode().getParentNode();
    return format.getAttribute("class").equals("wide");
  }

  @Test
  void long_reports_have_contents_and_short_ones_have_none() {
    assertThat(PageReader.all(page, "nav")).hasSize(1);
    assertThat(render(new Block.Note("Only", "text"))).doesNotContain("<nav");
  }

  @Test
  void equal_reports_give_equal_pages() {
    assertThat(HtmlRenderer.render(SampleReport.report())).isEqualTo(html);
  }

  @Test
  void an_empty_report_is_a_page_too() {
    assertThat(PageReader.parse(render()).getDocumentElement().getTextContent()).contains("Test");
  }

  private static List<String> matches(String regex, String text) {
    return Pattern.compile(regex).matcher(text).results().map(HtmlRendererTest::group).toList();
  }

  private static String group(MatchResult match) {
    return match.group(1);
  }
}
