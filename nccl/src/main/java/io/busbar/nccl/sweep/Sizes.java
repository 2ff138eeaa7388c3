package io.busbar.nccl.sweep;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of a sweep, as nccl-tests takes them: {@code -b} first, {@code -e} last, times {@code
 * -f} or plus {@code -i}; K, M, G and T are binary.
 */
public final class Sizes {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})(?:([KMGT])(?:i?B)?|B)?");

  /** The largest size, bytes. */
  public static final long MOST = 1L << 50;

  private static final int MOST_ROWS = 100_000;

  private Sizes() {}

  /**
   * @param step bytes between sizes; null for factors
   * @param factor between sizes; null for 2
   * @throws InputException when they make no sweep
   */
  public static List<Long> of(
      String first, String last, @Nullable String step, @Nullable String factor) {
    Problems problems = new Problems();
    long from = read(first, "-b", problems);
    long to = read(last, "-e", problems);
    long plus = step == null ? 0 : read(step, "-i", problems);
    long times = factor == null ? 2 : count(factor, problems);
    if (step != null && factor != null) {
      problems.add(Position.of("-i"), "", step, "either -i or -f", "");
    }
    problems.throwIfAny();
    if (from > to) {
      throw refuse("-b", first, "at most the last size, " + last, "-b is the first, -e the last");
    }
    if (step != null && (to - from) / Math.max(1, plus) > MOST_ROWS) {
      throw refuse("-i", step, "at most " + MOST_ROWS + " sizes", "");
    }
    List<Long> sizes = new ArrayList<>();
    for (long size = from; size <= to; size = step == null ? size * times : size + plus) {
      sizes.add(size);
    }
    return sizes;
  }

  /**
   * One size.
   *
   * @throws InputException when it is none
   */
  public static long one(String text, String option) {
    Problems problems = new Problems();
    long size = read(text, option, problems);
    problems.throwIfAny();
    return size;
  }

  private static long read(String text, String option, Problems problems) {
    Matcher m = SIZE.matcher(text.strip().toUpperCase(Locale.ROOT).replace("IB", "iB"));
    if (m.matches()) {
      long number = Long.parseLong(m.group(1));
      int shift = m.group(2) == null ? 0 : 10 * ("KMGT".indexOf(m.group(2)) + 1);
      if (number > 0 && number <= MOST >> shift) {
        return number << shift;
      }
    }
    problems.add(
        Position.of(option),
        "",
        text,
        "a size of 1 B to 1024 TiB such as 8, 64K or 8G",
        "K, M and G are binary, as in nccl-tests");
    return 1;
  }

  private static long count(String text, Problems problems) {
    if (text.matches("\\d{1,4}") && Integer.parseInt(text) >= 2) {
      return Integer.parseInt(text);
    }
    problems.add(Position.of("-f"), "", text, "a whole factor of 2 or more", "-i steps by bytes");
    return 2;
  }

  private static InputException refuse(String option, String read, String expected, String hint) {
    return new InputException(new Problem(Position.of(option), "", read, expected, hint));
  }
}
