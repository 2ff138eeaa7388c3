package io.busbar.app.render.html;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Contrast of the palette, by the formula of WCAG 2.2; text needs 4.5 to 1 (level AA). */
class StyleSheetTest {
  private static final double TEXT = 4.5;
  private static final double FRAME = 1.3;
  private static final Pattern PAIR =
      Pattern.compile("([^{}]*)\\{ --k: (#[0-9a-f]{6}); --ki: (#[0-9a-f]{6});? \\}");

  private final String sheet = sheet();

  private static String sheet() {
    String html = HtmlRendererTest.render();
    String css = html.substring(html.indexOf("<style>"), html.indexOf("</style>"));
    return css.replaceAll("(?s)/\\*.*?\\*/", "");
  }

  private String light() {
    return sheet.substring(0, sheet.indexOf("@media screen and (prefers-color-scheme: dark)"));
  }

  private String dark() {
    String rest = sheet.substring(light().length());
    return rest.substring(0, rest.indexOf("* {"));
  }

  @Test
  void text_can_be_read_on_the_page_in_light_and_dark() {
    for (String theme : new String[] {light(), dark()}) {
      for (String text : new String[] {"fg", "quiet", "link", "critical", "warning", "info"}) {
        assertThat(contrast(variable(theme, text), variable(theme, "bg")))
            .as(text)
            .isGreaterThan(TEXT);
        assertThat(contrast(variable(theme, text), variable(theme, "soft")))
            .as(text)
            .isGreaterThan(TEXT);
      }
    }
  }

  @Test
  void text_can_be_read_on_every_colour() {
    Matcher pairs = PAIR.matcher(light() + dark());
    int seen = 0;
    while (pairs.find()) {
      assertThat(contrast(pairs.group(2), pairs.group(3))).as(pairs.group(1)).isGreaterThan(TEXT);
      seen++;
    }
    assertThat(seen).isGreaterThan(30);
  }

  @Test
  void every_colour_stands_out_from_the_page_in_light_and_dark() {
    Map<String, String> inLight = colours(light());
    Map<String, String> inDark = new LinkedHashMap<>(inLight);
    inDark.putAll(colours(dark()));

    inLight.forEach((name, colour) ->
        assertThat(contrast(colour, variable(light(), "bg"))).as(name).isGreaterThan(FRAME));
    inDark.forEach((name, colour) ->
        assertThat(contrast(colour, variable(dark(), "bg"))).as(name).isGreaterThan(FRAME));
  }

  /** Parts that lie side by side in the usual charts differ in lightness, not only in hue. */
  @Test
  void neighbours_differ_in_lightness() {
    Map<String, String> colours = colours(light());
    String[][] neighbours = {
      {"forward", "backward"},
      {"backward", "bubble"},
      {"tp", "pp"},
      {"tp", "dp"},
      {"pp", "dp"},
      {"weights", "gradients"},
      {"gradients", "optimizer"},
      {"optimizer", "activations"}
    };
    for (String[] pair : neighbours) {
      assertThat(
              contrast(requireNonNull(colours.get(pair[0])), requireNonNull(colours.get(pair[1]))))
          .as(String.join("/", pair))
          .isGreaterThan(FRAME);
    }
  }

  private static Map<String, String> colours(String theme) {
    Map<String, String> colours = new LinkedHashMap<>();
    Matcher pairs = PAIR.matcher(theme);
    while (pairs.find()) {
      for (String selector : pairs.group(1).strip().split(",\\s*")) {
        colours.put(selector.strip().replace(".k-", ""), pairs.group(2));
      }
    }
    return colours;
  }

  private static String variable(String theme, String name) {
    Matcher m = Pattern.compile("--" + name + ": (#[0-9a-f]{6})").matcher(theme);
    assertThat(m.find()).as(name).isTrue();
    return m.group(1);
  }

  private static double contrast(String one, String other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(String colour) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double c = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  }
}
