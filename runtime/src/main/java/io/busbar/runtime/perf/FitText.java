package io.busbar.runtime.perf;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.perf.FitRun.Level;
import io.busbar.runtime.perf.FitRun.Whole;
import io.busbar.runtime.perf.MessageCosts.Sample;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.tuning.Group;
import java.util.ArrayList;
import java.util.List;

/** What a fit has measured as one text, to be told to another process. */
final class FitText {
  private FitText() {}

  static String of(FitRun.Measured measured) {
    List<String> lines = new ArrayList<>();
    lines.add(MeasuredText.group(measured.group()));
    lines.add(MeasuredText.line("slots", measured.slots().bytes(), measured.slots().count()));
    for (Level level : measured.levels()) {
      String name = level.name().replace(' ', '-');
      lines.add(MeasuredText.line("level", name, level.ranks(), level.kernelSecondsPerByte()));
      for (Sample s : level.samples()) {
        lines.add(
            MeasuredText.line(
                "sample",
                s.collective(),
                s.sizeBytes(),
                s.messages(),
                s.messageBytes(),
                s.reducedBytes(),
                s.seconds()));
      }
    }
    for (Whole w : measured.wholes()) {
      lines.add(MeasuredText.line("whole", w.op().name(), w.route().id(), w.bytes(), w.seconds()));
    }
    return String.join("\n", lines);
  }

  /**
   * @throws IllegalArgumentException when it is no such text
   */
  static FitRun.Measured read(String text) {
    Group group = new Group(Group.LOCAL, 1, 1);
    SlotSize slots = SlotSize.DEFAULT;
    List<Level> levels = new ArrayList<>();
    List<Whole> wholes = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      String[] p = line.split(" ", -1);
      switch (p[0]) {
        case "group" -> group = MeasuredText.group(p);
        case "slots" -> slots = new SlotSize(Integer.parseInt(p[1]), Integer.parseInt(p[2]));
        case "level" ->
            levels.add(
                new Level(
                    p[1].replace('-', ' '),
                    Integer.parseInt(p[2]),
                    MeasuredText.number(p[3]),
                    List.of()));
        case "sample" -> levels.add(with(levels.removeLast(), p));
        case "whole" -> wholes.add(whole(p));
        default -> throw new IllegalArgumentException("'" + p[0] + "' in a fit");
      }
    }
    return new FitRun.Measured(group, slots, levels, wholes);
  }

  private static Level with(Level level, String... p) {
    List<Sample> samples = new ArrayList<>(level.samples());
    samples.add(
        new Sample(
            p[1],
            Long.parseLong(p[2]),
            Long.parseLong(p[3]),
            Long.parseLong(p[4]),
            Long.parseLong(p[5]),
            MeasuredText.number(p[6])));
    return new Level(level.name(), level.ranks(), level.kernelSecondsPerByte(), samples);
  }

  private static Whole whole(String... p) {
    CollectiveOp op = CollectiveOp.valueOf(p[1]);
    Route route =
        Route.named(p[2], op)
            .orElseThrow(() -> new IllegalArgumentException("'" + p[2] + "' is no algorithm"));
    return new Whole(op, route, Long.parseLong(p[3]), MeasuredText.number(p[4]));
  }
}
