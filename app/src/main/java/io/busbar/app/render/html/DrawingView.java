package io.busbar.app.render.html;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.partitioningBy;

import io.busbar.base.report.Block.Drawing;
import io.busbar.base.report.Block.Shape;
import io.busbar.base.report.Block.Shape.Box;
import io.busbar.base.report.Block.Shape.Line;
import io.busbar.base.report.Block.Shape.Text;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A drawing whose places are given. Boxes that hold others lie at the bottom and carry their label
 * at the top; lines lie above them, then the other boxes, then text. Labels are fitted into their
 * boxes. It scales down as far as its text stays readable.
 */
final class DrawingView {
  private static final double LINE_HEIGHT = 14;
  private static final double PADDING = 4;
  private static final double SMALLEST_READABLE = 10;
  private static final double SOLID_BELOW = 900;

  private static final Comparator<Box> LARGEST_FIRST =
      Comparator.comparingDouble(DrawingView::area).reversed();

  private DrawingView() {}

  static void write(Page page, Drawing drawing) {
    Svg svg = new Svg();
    List<Box> boxes = only(drawing, Box.class);
    Map<Boolean, List<Box>> byContent =
        boxes.stream().sorted(LARGEST_FIRST).collect(partitioningBy(box -> holdsAny(box, boxes)));
    List<Box> containers = requireNonNull(byContent.get(true));
    containers.forEach(box -> frame(svg, box));
    only(drawing, Line.class).forEach(line -> line(svg, line));
    requireNonNull(byContent.get(false)).forEach(box -> box(svg, box));
    containers.forEach(box -> nameAtTop(svg, box));
    only(drawing, Text.class).forEach(text -> text(svg, text));
    double smallest =
        only(drawing, Text.class).stream().mapToDouble(Text::size).min().orElse(Svg.TEXT);
    double scale = Math.clamp(SMALLEST_READABLE / Math.min(smallest, Svg.SMALL), 0.1, 1);
    double width = drawing.width();
    String description = drawing.caption().isBlank() ? labels(drawing) : drawing.caption();
    page.drawing(
        svg,
        width,
        drawing.height(),
        new Page.Widths(width * scale, width),
        new Page.Caption(drawing.title(), description));
    if (!drawing.caption().isBlank()) {
      page.markup().leaf("p", drawing.caption(), "class", "note");
    }
  }

  private static <T extends Shape> List<T> only(Drawing drawing, Class<T> kind) {
    return drawing.shapes().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static String labels(Drawing drawing) {
    List<String> labels =
        only(drawing, Box.class).stream().map(Box::label).filter(l -> !l.isBlank()).toList();
    return String.join(", ", labels);
  }

  private static void line(Svg svg, Line line) {
    String css = "edge " + Palette.ofKind(line.kind());
    svg.line(line.x1(), line.y1(), line.x2(), line.y2(), css, "stroke-width", Svg.px(line.width()));
  }

  private static void text(Svg svg, Text text) {
    String css = text.kind().equals("muted") ? "free quiet" : "free";
    svg.text(text.x(), text.y(), text.text(), css, "font-size", Svg.px(text.size()));
  }

  private static boolean holdsAny(Box box, List<Box> all) {
    return !isSolid(box) && all.stream().anyMatch(other -> holds(box, other));
  }

  private static boolean holds(Box outer, Box inner) {
    return !inner.equals(outer)
        && inner.x() >= outer.x()
        && inner.y() >= outer.y()
        && inner.x() + inner.width() <= outer.x() + outer.width()
        && inner.y() + inner.height() <= outer.y() + outer.height();
  }

  private static double area(Box box) {
    return box.width() * box.height();
  }

  /** Small boxes are filled with their colour, which a tint would not show. */
  private static boolean isSolid(Box box) {
    return area(box) < SOLID_BELOW;
  }

  private static void frame(Svg svg, Box box) {
    String css = (isSolid(box) ? "box solid " : "box ") + Palette.ofKind(box.kind());
    svg.rect(box.x(), box.y(), box.width(), box.height(), css, box.label());
  }

  private static void nameAtTop(Svg svg, Box box) {
    String name = TextFit.cut(box.label(), box.width() - 3 * PADDING, Svg.SMALL);
    if (!name.isEmpty()) {
      String css = "ts in tinted " + Palette.ofKind(box.kind());
      svg.text(box.x() + 1.5 * PADDING, box.y() + LINE_HEIGHT, name, css);
    }
  }

  private static void box(Svg svg, Box box) {
    frame(svg, box);
    int most = (int) Math.max(1, (box.height() - 2) / LINE_HEIGHT);
    double room = box.width() - (isSolid(box) ? 1 : 2 * PADDING);
    List<String> lines = TextFit.wrap(box.label(), room, Svg.SMALL, most);
    double y = box.y() + (box.height() - lines.size() * LINE_HEIGHT) / 2 + LINE_HEIGHT - 3;
    String css = isSolid(box) ? "ts m on " + Palette.ofKind(box.kind()) : "ts m in";
    for (String line : lines) {
      svg.text(box.x() + box.width() / 2, y, line, css);
      y += LINE_HEIGHT;
    }
  }
}
