package io.busbar.plan.compare;

import io.busbar.plan.answer.PlanAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans side by side. Lists have one value per plan, in the order of the call.
 *
 * @param tokens that every time is for: those of the first plan's step
 * @param letters what the plans are called in columns: A, B, C …
 * @param names of the plans
 * @param fastest place of the fastest plan that fits, from 0; null when none does
 * @param inputs options of which the values differ
 * @param time seconds for {@code tokens} by part, the whole first
 * @param memory bytes of the heaviest stage by part, the peak first
 * @param money dollars and kilowatt-hours, as far as prices and powers are known
 * @param differences of every plan but the first to the first
 * @param plans the whole answers
 */
public record CompareAnswer(
    long tokens,
    List<String> letters,
    List<String> names,
    @Nullable Integer fastest,
    List<Input> inputs,
    List<Figures> time,
    List<Figures> memory,
    List<Figures> money,
    List<Difference> differences,
    List<PlanAnswer> plans) {
  public CompareAnswer {
    letters = List.copyOf(letters);
    names = List.copyOf(names);
    inputs = List.copyOf(inputs);
    time = List.copyOf(time);
    memory = List.copyOf(memory);
    money = List.copyOf(money);
    differences = List.copyOf(differences);
    plans = List.copyOf(plans);
  }

  /** An input by the option that sets it. */
  public record Input(String option, List<String> values) {
    public Input {
      values = List.copyOf(values);
    }
  }

  /**
   * A figure of every plan.
   *
   * @param unit s, B, USD or kWh
   * @param values 0 where a plan has none of it
   */
  public record Figures(String what, String unit, List<Double> values) {
    public Figures {
      values = List.copyOf(values);
    }
  }

  /**
   * A plan against the first: other minus first, so that a negative time is a gain.
   *
   * @param seconds of the time for the tokens of the comparison
   * @param share the same as part of the first's time
   * @param tokensPerGpuShare tokens per second and GPU gained, relative
   * @param peakBytes of the heaviest stage
   * @param parts of the time; they add up to {@code seconds}
   */
  public record Difference(
      String letter,
      double seconds,
      double share,
      double tokensPerGpuShare,
      double peakBytes,
      List<Part> parts) {
    public Difference {
      parts = List.copyOf(parts);
    }
  }

  /** A part of the time, other minus first. */
  public record Part(String part, double seconds) {}
}
