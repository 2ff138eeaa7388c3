package io.busbar.tune.tuner;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and checks a file of the example tuner plugin. Stateless. */
public final class TunerFile {
  private static final int MOST_CHARACTERS = 255;
  private static final int FIELDS = 8;
  private static final int MOST_FIELDS = 10;
  private static final int MOST_CHANNELS = 64;
  private static final int MOST_LINES = 100_000;
  private static final Pattern NUMBER = Pattern.compile("-1|\\d{1,18}");

  private TunerFile() {}

  /**
   * The rows of a text.
   *
   * @param name what messages call it
   * @throws InputException with everything that the plugin would drop or misread
   */
  public static List<TunerRow> parse(String name, String text) {
    Problems problems = new Problems();
    List<TunerRow> rows = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().limit(MOST_LINES).toList()) {
      Position at = new Position(name, ++number, 0);
      if (line.length() > MOST_CHARACTERS) {
        problems.add(at, "", "", "at most " + MOST_CHARACTERS + " characters in a line", "");
      } else if (!line.isEmpty() && line.charAt(0) != '#') {
        TunerRow row = row(line, at, problems);
        if (row != null) {
          rows.add(row);
        }
      }
    }
    if (!problems.any()) {
      coverage(rows, Position.of(name), problems);
    }
    problems.throwIfAny();
    return rows;
  }

  private static @Nullable TunerRow row(String line, Position at, Problems problems) {
    String[] f = line.split(",", -1);
    if (f.length < FIELDS || f.length > MOST_FIELDS) {
      problems.add(at, "", line, "8, 9 or 10 fields; the plugin drops other lines silently", "");
      return null;
    }
    int before = problems.count();
    NcclFunction function =
        named(f[0], NcclFunction.all(), NcclFunction::tunerName, "collective", at, problems);
    Algorithm algorithm =
        named(f[3], Algorithm.all(), Algorithm::tunerName, "algorithm", at, problems);
    Protocol protocol = named(f[4], Protocol.all(), Protocol::tunerName, "protocol", at, problems);
    TunerRow row =
        new TunerRow(
            function,
            number(f[1], 0, Long.MAX_VALUE, "min_bytes", at, problems),
            number(f[2], 0, Long.MAX_VALUE, "max_bytes", at, problems),
            algorithm,
            protocol,
            (int) number(f[5], 1, MOST_CHANNELS, "channels", at, problems),
            (int) number(f[6], TunerRow.ANY, Integer.MAX_VALUE, "nNodes", at, problems),
            (int) number(f[7], TunerRow.ANY, Integer.MAX_VALUE, "nRanks", at, problems));
    return problems.count() == before ? row : null;
  }

  /** The plugin takes a wrong name for allreduce, ring or simple, without a word. */
  private static <T> T named(
      String text,
      List<T> all,
      Function<T, String> name,
      String what,
      Position at,
      Problems problems) {
    for (T one : all) {
      if (name.apply(one).equals(text)) {
        return one;
      }
    }
    List<String> names = all.stream().map(name).toList();
    problems.add(at, what, text, "one of " + String.join(", ", names), Nearest.hint(text, names));
    return all.getFirst();
  }

  private static long number(
      String text, long least, long most, String what, Position at, Problems problems) {
    if (NUMBER.matcher(text).matches()) {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    }
    String hint = what.equals("channels") ? "-1 makes the plugin run calls on one channel" : "";
    problems.add(at, what, text, "a number of " + least + " or more", hint);
    return least;
  }

  /** All sizes of every collective and shape that occurs, and rows for any other communicator. */
  private static void coverage(List<TunerRow> rows, Position at, Problems problems) {
    for (NcclFunction f : NcclFunction.all()) {
      boolean any =
          rows.stream()
              .anyMatch(
                  r -> r.function() == f && r.nodes() == TunerRow.ANY && r.ranks() == TunerRow.ANY);
      if (!any) {
        String hint = "calls without a matching line run on one channel";
        problems.add(at, f.tunerName(), "", "rows for any communicator (-1,-1)", hint);
      }
    }
    for (TunerRow first : rows) {
      List<TunerRow> same = rows.stream().filter(first::sameShape).toList();
      if (same.getFirst().equals(first)) {
        gaps(same, at, problems);
      }
    }
  }

  private static void gaps(List<TunerRow> same, Position at, Problems problems) {
    long next = 0;
    for (TunerRow row : same) {
      if (row.minBytes() != next || row.maxBytes() < row.minBytes()) {
        problems.add(at, row.line(), "", "a row that starts at " + next + " B", "");
        return;
      }
      next = row.maxBytes() + 1;
    }
    if (next <= TunerRow.END) {
      problems.add(at, same.getLast().line(), "", "rows up to " + TunerRow.END + " B", "");
    }
  }
}
