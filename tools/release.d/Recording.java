import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a terminal showed, from standard input, as a picture on standard output: one SVG whose lines
 * appear one after the other. Of escape sequences it knows colours, bold and faint.
 */
final class Recording {
  private static final int COLUMNS = 100;
  private static final double CHAR = 8.4;
  private static final int LINE = 19;
  private static final int MARGIN = 18;
  private static final double TYPED_S = 0.9;
  private static final double SHOWN_S = 0.04;
  private static final Pattern STYLE = Pattern.compile("\u001b\\[([0-9;]*)([A-Za-z])");
  private static final String[] COLOURS = {
    "#6e7681", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#c9d1d9"
  };

  private String colour = "";
  private boolean bold;
  private boolean faint;

  void main() throws IOException {
    String all = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
    List<String> lines = new ArrayList<>(List.of(all.stripTrailing().split("\n", -1)));
    int width = (int) (COLUMNS * CHAR) + 2 * MARGIN;
    int height = lines.size() * LINE + 2 * MARGIN;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
        <title>A session of busbar in a terminal</title>
        <style>
        text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #c9d1d9; white-space: pre }
        @media (prefers-reduced-motion: no-preference) {
          text { opacity: 0; animation: show 0.01s forwards }
          @keyframes show { to { opacity: 1 } }
        }
        .b { font-weight: 600 } .f { fill: #8b949e }
        </style>
        <rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
        """
            .formatted(width, height, width, height));
    double at = 0.3;
    int y = MARGIN + 13;
    for (String line : lines) {
      if (line.startsWith("$ ")) {
        at += TYPED_S;
      }
      svg.append("<text x=\"%d\" y=\"%d\" style=\"animation-delay:%.2fs\">".formatted(MARGIN, y, at));
      svg.append(line.startsWith("$ ") ? "<tspan class=\"b\">" + escaped(line) + "</tspan>" : spans(line));
      svg.append("</text>\n");
      y += LINE;
      at += SHOWN_S;
    }
    System.out.print(svg.append("</svg>\n"));
  }

  private String spans(String line) {
    StringBuilder out = new StringBuilder();
    Matcher style = STYLE.matcher(line);
    int from = 0;
    while (style.find()) {
      out.append(span(line.substring(from, style.start())));
      if (style.group(2).equals("m")) {
        for (String code : style.group(1).split(";")) {
          apply(code.isEmpty() ? 0 : Integer.parseInt(code));
        }
      }
      from = style.end();
    }
    return out.append(span(line.substring(from))).toString();
  }

  private void apply(int code) {
    if (code == 0) {
      colour = "";
      bold = false;
      faint = false;
    } else if (code == 1) {
      bold = true;
    } else if (code == 2) {
      faint = true;
    } else if (code >= 30 && code <= 37 || code >= 90 && code <= 97) {
      colour = COLOURS[code % 10];
    } else if (code == 39) {
      colour = "";
    }
  }

  private String span(String text) {
    if (text.isEmpty()) {
      return "";
    }
    String css = (bold ? "b" : "") + (faint ? " f" : "");
    String fill = colour.isEmpty() ? "" : " style=\"fill:" + colour + "\"";
    String kind = css.isBlank() ? "" : " class=\"" + css.strip() + "\"";
    return kind.isEmpty() && fill.isEmpty()
        ? escaped(text)
        : "<tspan" + kind + fill + ">" + escaped(text) + "</tspan>";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
