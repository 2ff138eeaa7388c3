package io.busbar.fleet.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongBiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with counters, {@code name: 12} or {@code name:....12}, whose values change. Immutable.
 */
final class CounterText {
  private static final Pattern COUNTER =
      Pattern.compile("(?m)^ *([A-Za-z]\\w+):(?: |\\.{2,})(\\d{1,19})$");

  private final List<String> between = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<Long> printed = new ArrayList<>();

  CounterText(String text) {
    Matcher m = COUNTER.matcher(text);
    int from = 0;
    while (m.find()) {
      between.add(text.substring(from, m.start(2)));
      names.add(m.group(1));
      printed.add(Long.valueOf(m.group(2)));
      from = m.end(2);
    }
    between.add(text.substring(from));
  }

  /**
   * The text with other values.
   *
   * @param values of a counter by its name and the value that stands there
   */
  void print(StringBuilder into, ToLongBiFunction<String, Long> values) {
    for (int i = 0; i < names.size(); i++) {
      into.append(between.get(i)).append(values.applyAsLong(names.get(i), printed.get(i)));
    }
    into.append(between.getLast());
  }
}
