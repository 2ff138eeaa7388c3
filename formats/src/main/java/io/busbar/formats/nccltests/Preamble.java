package io.busbar.formats.nccltests;

import io.busbar.formats.nccltests.NcclTestsTable.Device;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A comment line around a table: before it what was run and where, behind it how it ended. */
sealed interface Preamble {
  /** Whether it stands behind a table. */
  default boolean footer() {
    return false;
  }

  void into(TableBuilder table, int line);

  /** Version of the tool, {@code nccl-library=22803} with it. */
  record Version(String tests, String library) implements Preamble {
    @Override
    public void into(TableBuilder table, int line) {
      table.testsVersion(tests);
      table.ncclVersion(library);
    }
  }

  /** {@code Collective test starting: all_reduce_perf}. */
  record Starting(String collective) implements Preamble {
    @Override
    public void into(TableBuilder table, int line) {
      table.collective(collective);
    }
  }

  /** The line of options. */
  record Options(NcclTestsSetup setup) implements Preamble {
    @Override
    public void into(TableBuilder table, int line) {
      table.setup(setup);
    }
  }

  /** A rank line. */
  record RankLine(int rank, int group, String host, int device, String busId, String gpu)
      implements Preamble {
    @Override
    public void into(TableBuilder table, int line) {
      table.device(new Device(line, rank, group, host, device, busId, gpu));
    }
  }

  /** {@code Out of bounds values : 0 OK}. */
  record OutOfBounds(long count) implements Preamble {
    @Override
    public boolean footer() {
      return true;
    }

    @Override
    public void into(TableBuilder table, int line) {
      table.wrongValues(count);
    }
  }

  /** {@code Avg bus bandwidth : 66.2}. */
  record Average(double busbwGBps) implements Preamble {
    @Override
    public boolean footer() {
      return true;
    }

    @Override
    public void into(TableBuilder table, int line) {
      table.average(busbwGBps);
    }
  }

  /** {@code Collective test concluded: all_reduce_perf}. */
  record Concluded(String collective) implements Preamble {
    @Override
    public boolean footer() {
      return true;
    }

    @Override
    public void into(TableBuilder table, int line) {
      table.collective(collective);
      table.concluded();
    }
  }

  /** The parts of a comment; patterns are tried on lines with their keyword only. */
  final class Patterns {
    static final Pattern RANK =
        Pattern.compile(
            "^\\s*Rank\\s+(\\d{1,7})\\s+(?:Group\\s+(\\d{1,7})\\s+)?Pid\\s+\\S+\\s+on\\s+(\\S{1,255})"
                + "\\s+device\\s+(\\d{1,5})\\s+\\[([0-9a-fA-Fx:.]{1,32})\\]\\s*(.{0,120}).*$");
    static final Pattern OPTION =
        Pattern.compile(
            "(nThread|nGpus|minBytes|maxBytes|step|warmup ?iters|agg iters|iters|validation|graph)"
                + ":?\\s+(\\S+)",
            Pattern.CASE_INSENSITIVE);
    static final Pattern VERSION = Pattern.compile("version\\s+(\\S{1,40})");
    static final Pattern LIBRARY = Pattern.compile("nccl-library=(\\d{4,6})\\b");
    static final Pattern NUMBER = Pattern.compile(":\\s*([-+0-9.eE]{1,32})");

    private Patterns() {}
  }

  /** What a comment says, or null when it is none of these. */
  static @Nullable Preamble of(String text) {
    if (text.contains("Rank")) {
      return rank(text);
    }
    if (text.contains("nThread")) {
      return new Options(OptionLine.read(text));
    }
    if (text.contains("nccl-tests version")) {
      return version(text);
    }
    if (text.contains("test starting:")) {
      return new Starting(Collectives.named(after(text, "test starting:")));
    }
    if (text.contains("test concluded:")) {
      return new Concluded(Collectives.named(after(text, "test concluded:")));
    }
    if (text.contains("Out of bounds")) {
      double count = number(text);
      return Double.isNaN(count) ? null : new OutOfBounds((long) count);
    }
    return text.contains("Avg bus bandwidth") ? new Average(number(text)) : null;
  }

  private static String after(String text, String words) {
    String rest = text.substring(text.indexOf(words) + words.length()).strip();
    int blank = rest.indexOf(' ');
    return blank < 0 ? rest : rest.substring(0, blank);
  }

  private static double number(String text) {
    Matcher number = Patterns.NUMBER.matcher(text);
    return number.find() ? RowReader.number(number.group(1)) : Double.NaN;
  }

  private static @Nullable Preamble rank(String text) {
    Matcher rank = Patterns.RANK.matcher(text);
    if (!rank.matches()) {
      return null;
    }
    return new RankLine(
        Integer.parseInt(rank.group(1)),
        rank.group(2) == null ? 0 : Integer.parseInt(rank.group(2)),
        rank.group(3),
        Integer.parseInt(rank.group(4)),
        rank.group(5),
        rank.group(6).strip());
  }

  private static Preamble version(String text) {
    Matcher version = Patterns.VERSION.matcher(text);
    Matcher library = Patterns.LIBRARY.matcher(text);
    return new Version(
        version.find() ? version.group(1) : "",
        library.find() ? ncclVersion(Integer.parseInt(library.group(1))) : "");
  }

  /**
   * NCCL's number of a version as text: {@code major·10000 + minor·100 + patch}, before 2.9 {@code
   * major·1000 + minor·100 + patch}.
   */
  static String ncclVersion(int code) {
    int unit = code < 10_000 ? 1000 : 10_000;
    return code / unit + "." + code % unit / 100 + "." + code % 100;
  }
}
