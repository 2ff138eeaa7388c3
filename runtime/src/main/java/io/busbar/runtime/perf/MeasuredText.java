package io.busbar.runtime.perf;

import io.busbar.runtime.tuning.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A measurement as one text, to be told to another process: a line of numbers for each record. */
final class MeasuredText {
  private static final String NONE = "none";

  private MeasuredText() {}

  static String of(PerfRun.Measured measured) {
    List<String> lines = new ArrayList<>();
    lines.add(group(measured.group()));
    PerfAnswer.Limits limits = measured.limits();
    Double link = limits.linkBytesPerS();
    lines.add(line("limits", limits.oneWayUs(), link == null ? NONE : link));
    for (PerfAnswer.Rates rates : limits.rates()) {
      lines.add(line("rates", rates.sizeBytes(), rates.copyBytesPerS(), rates.reduceBytesPerS()));
    }
    for (PerfAnswer.Row row : measured.rows()) {
      lines.add(
          line(
              "row",
              row.sizeBytes(),
              row.count(),
              row.timeUs(),
              row.algbwBytesPerS(),
              row.busbwBytesPerS(),
              row.wrong(),
              row.limitUs(),
              row.percentOfLimit()));
    }
    return String.join("\n", lines);
  }

  static String group(Group group) {
    return line("group", group.transport(), group.hosts(), group.ranks());
  }

  static Group group(String... p) {
    return new Group(p[1], Integer.parseInt(p[2]), Integer.parseInt(p[3]));
  }

  static String line(Object... parts) {
    return String.join(" ", Arrays.stream(parts).map(String::valueOf).toList());
  }

  /**
   * @throws IllegalArgumentException when it is no such text
   */
  static PerfRun.Measured read(String text) {
    List<PerfAnswer.Row> rows = new ArrayList<>();
    List<PerfAnswer.Rates> rates = new ArrayList<>();
    Group group = new Group(Group.LOCAL, 1, 1);
    double oneWay = 0;
    Double link = null;
    for (String line : text.split("\n", -1)) {
      String[] p = line.split(" ", -1);
      switch (p[0]) {
        case "group" -> group = group(p);
        case "limits" -> {
          oneWay = Double.parseDouble(p[1]);
          link = orNone(p[2]);
        }
        case "rates" ->
            rates.add(new PerfAnswer.Rates(Long.parseLong(p[1]), number(p[2]), number(p[3])));
        case "row" -> rows.add(row(p));
        default -> throw new IllegalArgumentException("'" + p[0] + "' in a measurement");
      }
    }
    return new PerfRun.Measured(group, rows, new PerfAnswer.Limits(oneWay, link, rates));
  }

  private static @Nullable Double orNone(String text) {
    return text.equals(NONE) ? null : Double.valueOf(text);
  }

  static double number(String text) {
    return Double.parseDouble(text);
  }

  private static PerfAnswer.Row row(String[] p) {
    return new PerfAnswer.Row(
        Long.parseLong(p[1]),
        Long.parseLong(p[2]),
        number(p[3]),
        number(p[4]),
        number(p[5]),
        Long.parseLong(p[6]),
        number(p[7]),
        number(p[8]));
  }
}
