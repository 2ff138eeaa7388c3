package io.busbar.runtime.tuning;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.call.Route;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of a table: a line with the version, then one row a line, words between blanks.
 *
 * <pre>
 *   busbar tuning 1
 *   # operation transport hosts ranks  up to B  algorithm private memory
 *   all_reduce  shm       1     4      4096     board   recursive-doubling
 *   all_reduce  shm       1     4      rest     shared  ring,channels=2
 * </pre>
 */
final class TuningText {
  static final String VERSION = "busbar tuning 1";

  private static final String REST = "rest";
  private static final Pattern WORD = Pattern.compile("\\S+");
  private static final List<String> COLUMNS =
      List.of("operation", "transport", "hosts", "ranks", "up to B", "algorithm", "private memory");
  private static final int[] WIDTHS = {14, 9, 5, 5, 11, 28, 0};
  private static final int MOST_HOSTS = 100_000;

  private final String source;
  private final Problems problems = new Problems();
  private final List<Tuning.Row> rows = new ArrayList<>();

  TuningText(String source) {
    this.source = source;
  }

  /** A word with its place. */
  private record Word(String text, Position at) {}

  Tuning read(byte[] bytes, boolean more) {
    if (more) {
      problems.add(Position.of(source), "", "", "at most " + bytes.length + " bytes", "");
      problems.throwIfAny();
    }
    return read(new String(bytes, StandardCharsets.UTF_8));
  }

  Tuning read(String text) {
    List<String> lines = text.lines().toList();
    String first = lines.isEmpty() ? "" : lines.getFirst().strip();
    if (!first.equals(VERSION)) {
      problems.add(
          new Position(source, 1, 1),
          "",
          first,
          "'" + VERSION + "'",
          "'busbar perf --tune' writes a table");
      problems.throwIfAny();
    }
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank() && !lines.get(i).strip().startsWith("#")) {
        line(lines.get(i), i + 1);
      }
    }
    if (rows.size() > Tuning.MOST_ROWS) {
      String expected = "at most " + Tuning.MOST_ROWS + " rows";
      problems.add(Position.of(source), "", rows.size() + " rows", expected, "");
    }
    problems.throwIfAny();
    return new Tuning(rows);
  }

  private void line(String line, int number) {
    List<Word> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line);
    while (matcher.find()) {
      words.add(new Word(matcher.group(), new Position(source, number, matcher.start() + 1)));
    }
    if (words.size() != COLUMNS.size()) {
      problems.add(
          words.getLast().at(),
          "",
          line.strip(),
          COLUMNS.size() + " words: " + String.join(", ", COLUMNS),
          "");
      return;
    }
    CollectiveOp op =
        named(words.get(0), Arrays.asList(CollectiveOp.values()), CollectiveOp::ncclTestsName);
    String transport = named(words.get(1), Group.TRANSPORTS, name -> name);
    long hosts = count(words.get(2), MOST_HOSTS);
    long ranks = count(words.get(3), MOST_HOSTS);
    boolean rest = words.get(4).text().equals(REST);
    long upTo = rest ? Tuning.REST : count(words.get(4), Long.MAX_VALUE);
    Route route = op == null ? null : route(words.get(5), op, false);
    Route links = op == null ? null : route(words.get(6), op, true);
    boolean numbers = hosts > 0 && ranks > 0 && upTo > 0;
    if (op != null && transport != null && route != null && links != null && numbers) {
      Group group = new Group(transport, (int) hosts, (int) ranks);
      add(words.get(4), new Tuning.Row(op, group, upTo, route, links));
    }
  }

  private void add(Word size, Tuning.Row row) {
    Tuning.Row before =
        rows.stream()
            .filter(r -> r.op() == row.op() && r.group().equals(row.group()))
            .reduce(null, (a, b) -> b);
    if (before != null && before.upToBytes() >= row.upToBytes()) {
      String expected = "sizes that ascend; the row before goes up to " + upTo(before);
      problems.add(size.at(), "", size.text(), expected, "");
    } else {
      rows.add(row);
    }
  }

  private <T> @Nullable T named(Word word, List<T> all, Function<T, String> name) {
    List<String> names = all.stream().map(name).toList();
    int at = names.indexOf(word.text());
    if (at < 0) {
      String expected = "one of " + String.join(", ", names);
      problems.add(word.at(), "", word.text(), expected, Nearest.hint(word.text(), names));
    }
    return at < 0 ? null : all.get(at);
  }

  private long count(Word word, long most) {
    if (word.text().matches("[1-9]\\d{0,17}") && Long.parseLong(word.text()) <= most) {
      return Long.parseLong(word.text());
    }
    problems.add(word.at(), "", word.text(), "a whole number from 1", "");
    return 0;
  }

  private @Nullable Route route(Word word, CollectiveOp op, boolean schedule) {
    Route route = Route.named(word.text(), op).orElse(null);
    boolean here = Route.BOARD.equals(route) || Route.SHARED.equals(route);
    boolean good = route != null && (route.algorithm() != null || here && !schedule);
    if (good) {
      return route;
    }
    List<Route> routes = new ArrayList<>(Route.routes(op));
    routes.set(routes.indexOf(Route.AUTO), Route.BOARD);
    List<String> names =
        routes.stream().filter(r -> r.algorithm() != null || !schedule).map(Route::name).toList();
    String name = word.text().split(",", 2)[0];
    problems.add(
        word.at(),
        "",
        word.text(),
        "an algorithm for "
            + op.ncclTestsName()
            + ": "
            + String.join(", ", names)
            + "; a schedule may have ,channels=N and ,chunk=BYTES (a power of two)",
        names.contains(name) ? "" : Nearest.hint(name, names));
    return null;
  }

  private static String upTo(Tuning.Row row) {
    return row.upToBytes() == Tuning.REST ? REST : Long.toString(row.upToBytes());
  }

  static String write(Tuning tuning, String comment) {
    StringBuilder out = new StringBuilder(VERSION).append('\n');
    if (!comment.isEmpty()) {
      out.append("# ").append(comment.replace('\n', ' ')).append('\n');
    }
    out.append(
            "# The algorithm that 'auto' takes up to each size; the last word where ranks do not see")
        .append(" each other's memory.\n#");
    write(out, COLUMNS);
    for (Tuning.Row row : tuning.rows()) {
      Group group = row.group();
      out.append(' ');
      write(
          out,
          List.of(
              row.op().ncclTestsName(),
              group.transport(),
              Integer.toString(group.hosts()),
              Integer.toString(group.ranks()),
              upTo(row),
              row.route().id(),
              row.links().id()));
    }
    return out.toString();
  }

  private static void write(StringBuilder out, List<String> words) {
    for (int i = 0; i < WIDTHS.length; i++) {
      out.append(' ').append(words.get(i));
      out.repeat(' ', Math.max(0, WIDTHS[i] - words.get(i).length()));
    }
    out.append('\n');
  }
}
