package io.busbar.app.render.html;

import io.busbar.base.explain.Explained;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The page being written: its markup and what is unique within it, namely ids, style rules of
 * single drawings, and the reasons that were already shown. One use; not thread-safe.
 */
final class Page {
  private static final int TITLE_LEVEL = 1;
  private static final int SECTION_LEVEL = 2;

  private final Markup markup = new Markup();
  private final StringBuilder rules = new StringBuilder();
  private final IdentityHashMap<Explained, String> shownReasons;
  private final String idPrefix;
  private final List<Format> formats;
  private int ids;
  private int level;

  /** A whole page, for screens of every width. */
  Page() {
    this("", List.of(Format.values()), new IdentityHashMap<>(), TITLE_LEVEL);
  }

  private Page(
      String idPrefix,
      List<Format> formats,
      IdentityHashMap<Explained, String> shownReasons,
      int level) {
    this.idPrefix = idPrefix;
    this.formats = formats;
    this.shownReasons = shownReasons;
    this.level = level;
  }

  /**
   * The first piece of a page of which each piece has its own markup, rules and ids.
   *
   * @param idPrefix letters before every id of this piece
   * @param formats in which charts are drawn; of several the style sheet shows the one that suits
   */
  static Page piece(String idPrefix, List<Format> formats) {
    return new Page(idPrefix, List.copyOf(formats), new IdentityHashMap<>(), TITLE_LEVEL);
  }

  /** The piece after this one. */
  Page next(String prefix) {
    return new Page(prefix, formats, shownReasons, level);
  }

  Markup markup() {
    return markup;
  }

  /** Style rules that drawings of this page need beside the style sheet. */
  String rules() {
    return rules.toString();
  }

  /** An id that no other element of the page has. */
  String newId(String prefix) {
    ids++;
    return idPrefix + prefix + ids;
  }

  /** Writes the heading of a block. */
  void sectionHeading(String title, String id) {
    level = SECTION_LEVEL;
    markup.leaf("h" + SECTION_LEVEL, title, "id", id);
  }

  /** Heading element inside a block; no level is skipped, also where the block has no title. */
  String innerHeading() {
    return "h" + (level + 1);
  }

  /** The id under which this number's reasons are shown: {@code id}, unless they already are. */
  String reasonsShownAt(Explained reasons, String id) {
    String before = shownReasons.putIfAbsent(reasons, id);
    return before == null ? id : before;
  }

  /** Opens a box that scrolls by itself, also with the keyboard, when its content is too wide. */
  void openScrollBox(String label) {
    markup.open("div", "class", "scroll", "role", "region", "aria-label", label, "tabindex", "0");
  }

  /** Opens a part of the page that is folded until asked for. */
  void openFold(String summary) {
    markup.open("details", "class", "fold").leaf("summary", summary);
  }

  /**
   * Writes a drawing that scales with the page within these widths and scrolls below the smaller.
   */
  void drawing(Svg svg, double width, double height, Widths widths, Caption caption) {
    String id = newId("d");
    rules.append('#').append(id).append("{max-width:").append(Svg.px(widths.max)).append("px}\n");
    rules.append("@media screen{#").append(id).append("{min-width:");
    rules.append(Svg.px(widths.min)).append("px}}\n");
    String size = Svg.px(width) + " " + Svg.px(height);
    openScrollBox(caption.title);
    String names = id + "t " + id + "d";
    markup.open("svg", "role", "img", "id", id, "aria-labelledby", names, "viewBox", "0 0 " + size);
    markup.leaf("title", caption.title, "id", id + "t");
    markup.leaf("desc", caption.description, "id", id + "d");
    markup.append(svg.shapes()).close().close();
  }

  /** Pixels between which a drawing scales. */
  record Widths(double min, double max) {
    /** A chart that was drawn for this format. */
    static Widths of(Format format, double width) {
      return format.isNarrow()
          ? new Widths(width * 0.92, width * 1.35)
          : new Widths(0, width * 1.1);
    }
  }

  /** Title of a drawing, and what a reader who cannot see it should know. */
  record Caption(String title, String description) {
    Caption {
      title = title.isBlank() ? "Drawing" : title;
    }
  }

  /**
   * Draws a chart for a wide page or paper and for a narrow screen, or for the one that is there.
   */
  void inFormats(Chart chart) {
    for (Format format : formats) {
      markup.open("div", "class", formats.size() > 1 ? format.css() : "chart");
      chart.draw(format);
      markup.close();
    }
  }

  /** A chart that suits its layout to the format. */
  interface Chart {
    void draw(Format format);
  }
}
