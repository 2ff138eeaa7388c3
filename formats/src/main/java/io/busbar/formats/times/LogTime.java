package io.busbar.formats.times;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time as a log line prints it: ISO 8601 with blank, T or slashes (NCCL, launchers, journal),
 * {@code May 1 12:34:56} (syslog, {@code dmesg -T}), {@code E0501 12:34:56} (glog, torch). Without
 * an offset it is the clock on the wall of whoever wrote it.
 *
 * @param offset null when none was printed
 */
public record LogTime(LocalDateTime wall, @Nullable ZoneOffset offset) {
  /** The year of a time that prints none. */
  public static final int NO_YEAR = 0;

  private static final int LOOKED = 240;
  private static final int HALF_A_YEAR_DAYS = 183;
  private static final String CLOCK =
      "(?<h>\\d{2}):(?<m>\\d{2}):(?<s>\\d{2})(?:[.,](?<f>\\d{1,9}))?";
  private static final Pattern ISO =
      Pattern.compile(
          "(?<!\\d)(?<y>\\d{4})[-/](?<mo>\\d{2})[-/](?<d>\\d{2})[T_ ]"
              + CLOCK
              + "(?<z>Z|[+-]\\d{2}:?\\d{2})?");
  private static final Pattern NAMED =
      Pattern.compile(
          "\\b(?<mon>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}(?<d>\\d{1,2}) "
              + CLOCK
              + "(?: (?<y>\\d{4})\\b)?");
  private static final Pattern GLOG =
      Pattern.compile("(?<![\\w.])[IWEF](?<mo>\\d{1,2})(?<d>\\d{2}) " + CLOCK);
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  /** Whether two digits on both sides of a colon stand near the start: there may be a time. */
  public static boolean likely(byte[] line, int length) {
    int end = Math.min(length, LOOKED) - 2;
    for (int i = 2; i < end; i++) {
      if (line[i] == ':' && digit(line[i - 1]) && digit(line[i + 1]) && digit(line[i + 2])) {
        return true;
      }
    }
    return false;
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }

  /**
   * The first time near the start of a line.
   *
   * @param near where a time without a year is put nearest to
   * @return null when the line prints none
   */
  public static @Nullable LogTime find(String line, LocalDateTime near) {
    String head = line.length() > LOOKED ? line.substring(0, LOOKED) : line;
    Matcher iso = ISO.matcher(head);
    if (iso.find()) {
      return of(iso, number(iso, "y"), number(iso, "mo"), offset(iso.group("z")), near);
    }
    Matcher named = NAMED.matcher(head);
    if (named.find()) {
      int month = MONTHS.indexOf(named.group("mon")) + 1;
      return of(named, named.group("y") == null ? NO_YEAR : number(named, "y"), month, null, near);
    }
    Matcher glog = GLOG.matcher(head);
    return glog.find() ? of(glog, NO_YEAR, number(glog, "mo"), null, near) : null;
  }

  private static @Nullable LogTime of(
      Matcher m, int year, int month, @Nullable ZoneOffset offset, LocalDateTime near) {
    String fraction = m.group("f") == null ? "" : m.group("f");
    int nanos = Integer.parseInt((fraction + "000000000").substring(0, 9));
    try {
      LocalDateTime wall =
          LocalDateTime.of(
              year == NO_YEAR ? near.getYear() : year,
              month,
              number(m, "d"),
              number(m, "h"),
              number(m, "m"),
              number(m, "s"),
              nanos);
      return new LogTime(year == NO_YEAR ? nearest(wall, near) : wall, offset);
    } catch (DateTimeException e) {
      return null; // 31 February and the like: figures that only look like a time
    }
  }

  private static LocalDateTime nearest(LocalDateTime wall, LocalDateTime near) {
    if (wall.isAfter(near.plusDays(HALF_A_YEAR_DAYS))) {
      return wall.minusYears(1);
    }
    return wall.isBefore(near.minusDays(HALF_A_YEAR_DAYS)) ? wall.plusYears(1) : wall;
  }

  private static int number(Matcher m, String group) {
    return Integer.parseInt(m.group(group));
  }

  private static @Nullable ZoneOffset offset(@Nullable String text) {
    return text == null ? null : ZoneOffset.of(text);
  }

  /**
   * Whether this is later. Instants are compared where both print an offset, else clocks on walls.
   */
  public boolean after(LogTime other) {
    ZoneOffset mine = offset;
    ZoneOffset its = other.offset;
    return mine != null && its != null
        ? wall.toInstant(mine).isAfter(other.wall.toInstant(its))
        : wall.isAfter(other.wall);
  }

  /** The time some seconds before. */
  public LogTime minusSeconds(double seconds) {
    return new LogTime(wall.minusNanos(Math.round(seconds * 1e9)), offset);
  }

  /** {@code 2024-05-01 12:34:56}, with an offset where there is one. */
  @Override
  public String toString() {
    String text = wall.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT));
    return offset == null ? text : text + offset;
  }
}
