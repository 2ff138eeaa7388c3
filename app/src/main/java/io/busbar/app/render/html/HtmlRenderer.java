package io.busbar.app.render.html;

import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

/**
 * Renders a report as one HTML file: no script, nothing loaded from anywhere (its content security
 * policy forbids it), light or dark as the reader's system, made for screen, telephone and paper.
 * Equal reports give equal bytes. Stateless.
 */
public final class HtmlRenderer {
  private static final int SECTIONS_THAT_NEED_CONTENTS = 4;

  /** Longer tables are not read as a whole. */
  private static final int ROWS_AT_A_GLANCE = 12;

  private HtmlRenderer() {}

  /** The whole file. */
  public static String render(Report report) {
    Page page = new Page();
    body(page, report);
    String sheet = styleSheet() + page.rules();
    Markup document = new Markup();
    document.open("html", "lang", "en").open("head");
    document.empty("meta", "charset", "utf-8");
    document.empty("meta", "http-equiv", "Content-Security-Policy", "content", policy(sheet));
    document.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    document.empty("meta", "name", "color-scheme", "content", "light dark");
    document.empty("meta", "name", "referrer", "content", "no-referrer");
    document.empty("meta", "name", "generator", "content", "busbar");
    document.leaf("title", report.title()).style(sheet).close();
    document.append(page.markup()).close();
    return "<!DOCTYPE html>\n" + document + "\n";
  }

  /**
   * A report as a piece of another page, which has {@link #styleSheet()} and {@link #shared()}: its
   * sections without title, contents and footer. A section's markup depends on its block and place
   * only, so that a page replaces what changed and leaves the rest.
   *
   * @param idPrefix letters before every id, so that several reports can stand in one page
   * @param formats in which charts are drawn; one is half as much to read and to draw
   */
  public static Fragment fragment(Report report, String idPrefix, List<Format> formats) {
    List<String> sections = new ArrayList<>();
    StringBuilder rules = new StringBuilder();
    Page page = Page.piece(idPrefix, formats);
    List<Block> blocks = inReadingOrder(report.blocks());
    for (int i = 0; i < blocks.size(); i++) {
      String id = idPrefix + sectionId(i);
      page = page.next(id);
      section(page, blocks.get(i), id);
      sections.add(page.markup().toString());
      rules.append(page.rules());
    }
    return new Fragment(sections, rules.toString());
  }

  /** What the rules of drawings refer to, once for a page. */
  public static String shared() {
    Markup out = new Markup();
    hatch(out);
    return out.toString();
  }

  /**
   * A piece of a page.
   *
   * @param sections their markup, made of elements and escaped text only
   * @param css rules of their drawings
   */
  public record Fragment(List<String> sections, String css) {
    public Fragment {
      sections = List.copyOf(sections);
    }
  }

  private static void body(Page page, Report report) {
    Markup out = page.markup();
    out.open("body");
    hatch(out);
    out.open("header").leaf("h1", report.title()).close();
    List<Block> blocks = inReadingOrder(report.blocks());
    contents(out, blocks);
    out.open("main");
    for (int i = 0; i < blocks.size(); i++) {
      section(page, blocks.get(i), sectionId(i));
    }
    out.close();
    out.open("footer").open("p");
    out.text("Bandwidth is per direction. GB = 10⁹ bytes, GiB = 2³⁰ bytes. ");
    out.text("≈ marks a figure that is fitted, recalled, estimated or assumed. ");
    out.text("The same as JSON: ").leaf("code", report.schema()).text(".");
    out.close().close().close();
  }

  /** The pattern of idle time, which also tells it apart without colour. */
  private static void hatch(Markup out) {
    String[] pattern = {
      "id",
      "hatch",
      "width",
      "6",
      "height",
      "6",
      "patternUnits",
      "userSpaceOnUse",
      "patternTransform",
      "rotate(45)",
      "class",
      "k-bubble"
    };
    out.open("svg", "class", "defs", "aria-hidden", "true").open("defs").open("pattern", pattern);
    out.empty("rect", "width", "6", "height", "6", "class", "hatch-back");
    out.empty("line", "x1", "0", "y1", "0", "x2", "0", "y2", "6", "class", "hatch-line");
    out.close().close().close();
  }

  private static String sectionId(int index) {
    return "b" + (index + 1);
  }

  /** A picture comes before the long table that it sums up; text has it the other way round. */
  private static List<Block> inReadingOrder(List<Block> blocks) {
    List<Block> ordered = new ArrayList<>(blocks);
    for (int i = 0; i + 1 < ordered.size(); i++) {
      if (isLong(ordered.get(i)) && isPicture(ordered.get(i + 1))) {
        Collections.swap(ordered, i, i + 1);
      }
    }
    return ordered;
  }

  private static boolean isLong(Block block) {
    return block instanceof Block.Table table && table.rows().size() > ROWS_AT_A_GLANCE;
  }

  private static boolean isPicture(Block block) {
    return block instanceof Block.Series || block instanceof Block.Bars;
  }

  private static void contents(Markup out, List<Block> blocks) {
    long titled = blocks.stream().filter(block -> !block.title().isBlank()).count();
    if (titled < SECTIONS_THAT_NEED_CONTENTS) {
      return;
    }
    out.open("nav", "aria-label", "Contents").open("details").leaf("summary", "Contents");
    out.open("ul");
    for (int i = 0; i < blocks.size(); i++) {
      String title = blocks.get(i).title();
      if (!title.isBlank()) {
        out.open("li").leaf("a", title, "href", "#" + sectionId(i)).close();
      }
    }
    out.close().close().close();
  }

  private static void section(Page page, Block block, String id) {
    Markup out = page.markup();
    if (block.title().isBlank()) {
      out.open("section", "id", id, "class", "untitled");
    } else {
      out.open("section", "id", id, "aria-labelledby", id + "h");
      page.sectionHeading(block.title(), id + "h");
    }
    switch (block) {
      case Block.Figures figures -> FiguresView.write(page, figures);
      case Block.Table table -> TableView.write(page, table);
      case Block.Bars bars -> BarsView.write(page, bars);
      case Block.Series series -> SeriesView.write(page, series);
      case Block.Timeline timeline -> TimelineView.write(page, timeline);
      case Block.Drawing drawing -> DrawingView.write(page, drawing);
      case Block.Findings findings -> FindingsView.write(page, findings);
      case Block.Excerpts excerpts -> ExcerptsView.write(page, excerpts);
      case Block.Note note -> NoteView.write(page, note.text());
      case Block.Reasons reasons -> ReasonsView.write(page, reasons);
    }
    out.close();
  }

  /** Nothing may be loaded, sent or run; only this one style sheet, known by its hash, applies. */
  private static String policy(String sheet) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(sheet.getBytes(StandardCharsets.UTF_8));
      String base64 = Base64.getEncoder().encodeToString(hash);
      return "default-src 'none'; style-src 'sha256-"
          + base64
          + "'; base-uri 'none'; form-action 'none'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The rules of all reports. */
  public static String styleSheet() {
    try (InputStream in = HtmlRenderer.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("report.css is missing from the build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
