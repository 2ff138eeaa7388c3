package io.busbar.app.render.html;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How wide text is, without a font to ask: an estimate by classes of characters that is on the wide
 * side for common interface fonts, so that what fits here fits on the screen.
 */
final class TextFit {
  /** How much wider bold text is. */
  static final double BOLD = 1.13;

  private static final String ELLIPSIS = "…";
  private static final String NARROW = "ijltfrI.,:;'|!()[]{}/\\ -·";
  private static final String BROAD = "mwMW%@—→×≈";

  private TextFit() {}

  /** Estimated width in pixels at this font size. */
  static double width(String text, double size) {
    double em = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      em += em(c);
    }
    return em * size;
  }

  private static double em(int c) {
    if (NARROW.indexOf(c) >= 0) {
      return 0.4;
    }
    if (BROAD.indexOf(c) >= 0) {
      return 0.95;
    }
    if (c >= 0x1100) {
      return 1.1;
    }
    return Character.isUpperCase(c) ? 0.72 : 0.63;
  }

  /** The text, or as many whole characters of it as fit with an ellipsis; empty if none does. */
  static String cut(String text, double maxWidth, double size) {
    if (width(text, size) <= maxWidth) {
      return text;
    }
    BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    characters.setText(text);
    double room = maxWidth - width(ELLIPSIS, size);
    int end = 0;
    for (int next = characters.next(); next != BreakIterator.DONE; next = characters.next()) {
      room -= width(text.substring(end, next), size);
      if (room < 0) {
        break;
      }
      end = next;
    }
    return end == 0 ? "" : text.substring(0, end).stripTrailing() + ELLIPSIS;
  }

  /** The text in at most {@code maxLines} lines, broken between words; the last one may be cut. */
  static List<String> wrap(String text, double maxWidth, double size, int maxLines) {
    List<String> lines = new ArrayList<>();
    for (String paragraph : text.strip().split("\n")) {
      StringBuilder line = new StringBuilder();
      for (String word : paragraph.strip().split("\\s+")) {
        String longer = line.isEmpty() ? word : line + " " + word;
        if (!line.isEmpty() && width(longer, size) > maxWidth) {
          lines.add(line.toString());
          line.setLength(0);
          line.append(word);
        } else {
          line.setLength(0);
          line.append(longer);
        }
      }
      lines.add(line.toString());
    }
    int shown = Math.min(maxLines, lines.size());
    List<String> fitting = new ArrayList<>(lines.subList(0, shown));
    if (shown > 0 && lines.size() > shown) {
      fitting.set(shown - 1, String.join(" ", lines.subList(shown - 1, lines.size())));
    }
    fitting.replaceAll(line -> cut(line, maxWidth, size));
    return fitting;
  }
}
