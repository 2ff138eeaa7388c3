package io.busbar.plan.compare;

import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.StepPart;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans against the first of them. Differences are other minus first, so a negative one of time is
 * a gain. Immutable.
 *
 * @param plans in the order given
 * @param differences of every plan but the first
 */
public record PlanComparison(List<Compared> plans, List<Difference> differences) {
  public PlanComparison {
    plans = List.copyOf(plans);
    differences = List.copyOf(differences);
  }

  /**
   * Compares.
   *
   * @param names what the plans are called, one each
   * @param answers at least one
   */
  public static PlanComparison of(List<String> names, List<PlanAnswer> answers) {
    List<Compared> plans = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      plans.add(Compared.of(names.get(i), answers.get(i)));
    }
    List<Difference> differences = new ArrayList<>();
    for (int i = 1; i < answers.size(); i++) {
      differences.add(difference(names.get(i), answers.getFirst(), answers.get(i)));
    }
    return new PlanComparison(plans, differences);
  }

  private static Difference difference(String name, PlanAnswer first, PlanAnswer other) {
    Set<String> parts = new LinkedHashSet<>();
    first.stepParts().forEach(part -> parts.add(part.part()));
    other.stepParts().forEach(part -> parts.add(part.part()));
    List<PartDifference> by = new ArrayList<>();
    for (String part : parts) {
      by.add(new PartDifference(part, seconds(other, part) - seconds(first, part)));
    }
    return new Difference(
        name,
        other.stepS() - first.stepS(),
        other.stepS() / first.stepS() - 1,
        other.tokensPerSPerGpu() / first.tokensPerSPerGpu() - 1,
        other.memory().peakBytes() - first.memory().peakBytes(),
        by);
  }

  /** Seconds of a part of the step; 0 where the plan has no such part. */
  static double seconds(PlanAnswer answer, String part) {
    return answer.stepParts().stream()
        .filter(p -> p.part().equals(part))
        .mapToDouble(StepPart::seconds)
        .sum();
  }

  /**
   * The figures of one plan.
   *
   * @param exposedS communication that the step waits for
   * @param headroomBytes capacity less peak of the heaviest stage; negative when it does not fit
   * @param perTrillionTokensUsd null when no price was given
   */
  public record Compared(
      String name,
      String plan,
      long gpus,
      double stepS,
      double tokensPerS,
      double tokensPerSPerGpu,
      double mfuCausal,
      double exposedS,
      double peakBytes,
      double headroomBytes,
      String verdict,
      @Nullable Double perTrillionTokensUsd) {
    private static Compared of(String name, PlanAnswer a) {
      return new Compared(
          name,
          a.name(),
          a.cluster().gpus(),
          a.stepS(),
          a.tokensPerS(),
          a.tokensPerSPerGpu(),
          a.mfuCausal(),
          a.communication().stream().mapToDouble(PlanAnswer.DimensionSummary::exposedS).sum(),
          a.memory().peakBytes(),
          a.memory().capacityBytes() - a.memory().peakBytes(),
          a.memory().verdict(),
          a.cost() == null ? null : a.cost().perTrillionTokensUsd());
    }
  }

  /**
   * One plan against the first.
   *
   * @param stepS of the step, other minus first
   * @param stepShare the same as part of the first's step
   * @param tokensPerGpuShare tokens per second and GPU gained, relative
   * @param parts of the step; they add up to {@code stepS}
   */
  public record Difference(
      String name,
      double stepS,
      double stepShare,
      double tokensPerGpuShare,
      double peakBytes,
      List<PartDifference> parts) {
    public Difference {
      parts = List.copyOf(parts);
    }
  }

  /** A part of the step, other minus first. */
  public record PartDifference(String part, double seconds) {}
}
