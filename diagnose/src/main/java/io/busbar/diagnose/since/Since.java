package io.busbar.diagnose.since;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.times.LogTime;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What {@code --since} says: a time, a time of the last day of the files, or a span before their
 * newest time. Immutable.
 */
public final class Since {
  private final @Nullable LogTime time;
  private final @Nullable LocalTime ofDay;
  private final double beforeSeconds;

  private Since(@Nullable LogTime time, @Nullable LocalTime ofDay, double beforeSeconds) {
    this.time = time;
    this.ofDay = ofDay;
    this.beforeSeconds = beforeSeconds;
  }

  /**
   * @param text {@code 2024-05-01T12:30}, {@code 2024-05-01}, {@code 12:30}, {@code 2h}
   * @throws InputException when it is none of these
   */
  public static Since parse(String text) {
    String plain = text.strip().replace(' ', 'T');
    Since read = absolute(plain);
    if (read != null) {
      return read;
    }
    try {
      return new Since(null, LocalTime.parse(plain), 0);
    } catch (DateTimeException notTimeOfDay) {
      return span(text);
    }
  }

  private static @Nullable Since absolute(String text) {
    try {
      if (text.indexOf('T') < 0) {
        return new Since(new LogTime(LocalDate.parse(text).atStartOfDay(), null), null, 0);
      }
      if (text.matches(".*T.*(?:Z|[+-]\\d\\d:?\\d\\d)")) {
        OffsetDateTime read = OffsetDateTime.parse(text);
        return new Since(new LogTime(read.toLocalDateTime(), read.getOffset()), null, 0);
      }
      return new Since(new LogTime(LocalDateTime.parse(text), null), null, 0);
    } catch (DateTimeException e) {
      return null; // not of this form; the others are tried
    }
  }

  private static Since span(String text) {
    try {
      return new Since(null, null, TimeSpan.parse(text).seconds());
    } catch (QuantityFormatException e) {
      throw new InputException(
          new Problem(
              Position.of("--since"),
              "",
              text,
              "a time such as 2024-05-01T12:30 or 12:30, or a span such as 2h",
              "a span counts back from the newest time in the files"));
    }
  }

  /** Whether it can only be known when the newest time of the files is. */
  public boolean relative() {
    return time == null;
  }

  /**
   * The time after which lines count.
   *
   * @param newest of the files; null when they print no times, so that all lines stay
   */
  public @Nullable LogTime after(@Nullable LogTime newest) {
    LogTime fixed = time;
    LocalTime clock = ofDay;
    if (fixed != null || newest == null) {
      return fixed;
    }
    return clock == null
        ? newest.minusSeconds(beforeSeconds)
        : new LogTime(newest.wall().toLocalDate().atTime(clock), newest.offset());
  }
}
