package io.busbar.plan.scaling;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A measured run.
 *
 * @param gpus GPUs it ran on
 * @param tokensPerSecond of all of them together
 */
public record Measured(int gpus, double tokensPerSecond) {
  private static final Pattern POINT =
      Pattern.compile(
          "\\s*(\\d{1,7})\\s*=\\s*([0-9][0-9_]*(?:\\.[0-9]+)?(?:e[0-9]{1,2})?)\\s*tok/s\\s*");
  private static final String EXPECTED = "GPUs=rate such as 8=4800tok/s,1024=488000tok/s";

  /**
   * Reads {@code 8=4800tok/s,1024=488000tok/s}: at least two different sizes.
   *
   * @return by number of GPUs, ascending
   * @throws InputException with every problem
   */
  public static List<Measured> parse(String text, Position at) {
    Problems problems = new Problems();
    List<Measured> points = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher m = POINT.matcher(part);
      if (!m.matches()) {
        String hint =
            part.matches(".*=\\s*[0-9.]+\\s*") ? "name the unit: " + part.strip() + "tok/s" : "";
        problems.add(at, "", part, EXPECTED, hint);
        continue;
      }
      int gpus = Integer.parseInt(m.group(1));
      double rate = Double.parseDouble(m.group(2).replace("_", ""));
      if (gpus == 0 || rate <= 0) {
        problems.add(at, "", part, "at least one GPU and a rate above 0", "");
      } else if (points.stream().anyMatch(p -> p.gpus == gpus)) {
        problems.add(at, "", part, "each number of GPUs once", "");
      } else {
        points.add(new Measured(gpus, rate));
      }
    }
    if (!problems.any() && points.size() < 2) {
      problems.add(at, "", text, "at least two sizes", "the smallest is the baseline");
    }
    problems.throwIfAny();
    points.sort(Comparator.comparingInt(Measured::gpus));
    return points;
  }
}
