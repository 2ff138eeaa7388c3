package io.busbar.runtime.perf;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.perf.TuneRun.Size;
import io.busbar.runtime.perf.TuneRun.Tried;
import io.busbar.runtime.tuning.Group;
import java.util.ArrayList;
import java.util.List;

/** Routes that were tried as one text, to be told to another process. */
final class TuneText {
  private TuneText() {}

  static String of(TuneRun.Measured measured) {
    List<String> lines = new ArrayList<>();
    lines.add(MeasuredText.group(measured.group()));
    for (Size size : measured.sizes()) {
      lines.add(
          MeasuredText.line(
              "size", size.op().name(), size.bytes(), size.start().id(), size.startLinks().id()));
      for (Tried t : size.tried()) {
        lines.add(MeasuredText.line("tried", t.route().id(), t.seconds(), t.low(), t.high()));
      }
    }
    return String.join("\n", lines);
  }

  /**
   * @throws IllegalArgumentException when it is no such text
   */
  static TuneRun.Measured read(String text) {
    Group group = new Group(Group.LOCAL, 1, 1);
    List<Size> sizes = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      String[] p = line.split(" ", -1);
      switch (p[0]) {
        case "group" -> group = MeasuredText.group(p);
        case "size" -> {
          CollectiveOp op = CollectiveOp.valueOf(p[1]);
          sizes.add(
              new Size(op, Long.parseLong(p[2]), route(p[3], op), route(p[4], op), List.of()));
        }
        case "tried" -> {
          Size last = sizes.removeLast();
          List<Tried> tried = new ArrayList<>(last.tried());
          tried.add(
              new Tried(
                  route(p[1], last.op()),
                  MeasuredText.number(p[2]),
                  MeasuredText.number(p[3]),
                  MeasuredText.number(p[4])));
          sizes.add(new Size(last.op(), last.bytes(), last.start(), last.startLinks(), tried));
        }
        default -> throw new IllegalArgumentException("'" + p[0] + "' in routes that were tried");
      }
    }
    return new TuneRun.Measured(group, sizes);
  }

  private static Route route(String id, CollectiveOp op) {
    return Route.named(id, op)
        .orElseThrow(() -> new IllegalArgumentException("'" + id + "' is no algorithm for " + op));
  }
}
