package io.busbar.simulate.scenario.setting;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.QuantityFormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Words of options: names of constants, amounts. Stateless. */
public final class Words {
  private Words() {}

  /** As options and answers write a constant: {@code dcqcn-cts}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static <E extends Enum<E>> Map<String, E> byName(Class<E> type) {
    Map<String, E> byName = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      byName.put(of(constant), constant);
    }
    return byName;
  }

  /** What each word names; no word is a problem, and an unknown one, with the nearest name. */
  public static <T> List<T> all(
      List<String> words, Map<String, T> byName, String option, Problems problems) {
    List<T> found = new ArrayList<>();
    if (words.isEmpty()) {
      String expected = "one of " + String.join(", ", byName.keySet());
      problems.add(Position.of(option), "", ",", expected, "");
    }
    for (String word : words) {
      T one = byName.get(word);
      if (one == null) {
        problems.add(
            Position.of(option),
            "",
            word,
            "one of " + String.join(", ", byName.keySet()),
            Nearest.hint(word, byName.keySet()));
      } else {
        found.add(one);
      }
    }
    return found;
  }

  /** An amount with its unit; null after a problem was added. */
  public static <T> @Nullable T amount(
      String text, Function<String, T> parse, String option, Problems problems) {
    try {
      return parse.apply(text);
    } catch (QuantityFormatException e) {
      problems.add(Position.of(option), "", text, e.expected(), e.hint());
      return null;
    }
  }
}
