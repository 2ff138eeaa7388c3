package io.busbar.app.render.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Writes markup that is both HTML and well-formed XML: elements are closed in order, and every text
 * and attribute value is escaped here and nowhere else. One use; not thread-safe.
 */
final class Markup {
  /** Elements that start on a line of their own, so that a page can be read and compared. */
  private static final Set<String> OWN_LINE =
      Set.of(
          "head", "meta", "title", "style", "body", "header", "nav", "main", "section", "footer",
          "h1", "h2", "h3", "p", "div", "dl", "ul", "li", "table", "thead", "tbody", "tr",
          "article", "details", "svg", "g", "rect", "path", "line", "text", "circle");

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Starts an element; {@code attributes} are names and values in turn. */
  Markup open(String tag, String... attributes) {
    start(tag, attributes);
    out.append('>');
    open.push(tag);
    return this;
  }

  /** Ends the element that was opened last. */
  Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element without content. */
  Markup empty(String tag, String... attributes) {
    start(tag, attributes);
    out.append("/>");
    return this;
  }

  /** An element whose content is text. */
  Markup leaf(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  Markup text(String text) {
    escape(text);
    return this;
  }

  /** Appends what another writer has finished. */
  Markup append(Markup finished) {
    if (!finished.open.isEmpty()) {
      throw new IllegalStateException("not closed: " + finished.open);
    }
    out.append(finished.out);
    return this;
  }

  /** Content of a {@code style} element, which is not escaped: only the page's own style sheet. */
  Markup style(String sheet) {
    open("style");
    out.append(sheet);
    return close();
  }

  private void start(String tag, String... attributes) {
    if (OWN_LINE.contains(tag)) {
      out.append('\n');
    }
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.appendCodePoint(isPrintable(c) ? c : 0xFFFD);
      }
    }
  }

  /** False for what neither HTML nor XML may contain: controls, lone surrogates, non-characters. */
  private static boolean isPrintable(int c) {
    if (c < 0x20) {
      return c == '\n' || c == '\t';
    }
    boolean control = c >= 0x7F && c < 0xA0;
    boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
    boolean noCharacter = (c & 0xFFFE) == 0xFFFE;
    return !control && !surrogate && !noCharacter;
  }

  /** What was written so far. */
  @Override
  public String toString() {
    return out.toString();
  }
}
