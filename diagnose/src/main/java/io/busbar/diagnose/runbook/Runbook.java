package io.busbar.diagnose.runbook;

import io.busbar.diagnose.planned.PlannedStep;
import io.busbar.model.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answer of {@code busbar diagnose --runbook}: what to run on a cluster, in order, and what a
 * healthy result is.
 *
 * @param cluster as the user wrote it
 * @param ncclVersion whose choices the bandwidths follow
 * @param plan its name; empty without one
 */
public record Runbook(
    String cluster, int gpus, int hosts, String ncclVersion, String plan, List<Step> steps) {
  public Runbook {
    steps = List.copyOf(steps);
  }

  /**
   * A step.
   *
   * @param healthy what a good result is, in words
   * @param expected what a good result is, in figures
   * @param ifNot what to do otherwise
   * @param codes findings that belong to it
   */
  public record Step(
      int number,
      String id,
      String title,
      String where,
      String why,
      List<String> commands,
      List<String> healthy,
      List<Expected> expected,
      List<String> ifNot,
      List<String> codes) {
    public Step {
      commands = List.copyOf(commands);
      healthy = List.copyOf(healthy);
      expected = List.copyOf(expected);
      ifNot = List.copyOf(ifNot);
      codes = List.copyOf(codes);
    }
  }

  /**
   * A collective at one size, by the time model.
   *
   * @param group who takes part
   * @param p90Us a tenth of like systems is slower
   * @param lowBytesPerS bus bandwidth that a tenth of like systems does not reach
   */
  public record Expected(
      String group,
      String collective,
      int ranks,
      int ranksPerDomain,
      long sizeBytes,
      double timeUs,
      double p90Us,
      double busbwBytesPerS,
      double lowBytesPerS,
      String algorithm,
      String protocol) {}

  /**
   * Makes the runbook of a cluster.
   *
   * @param name of the cluster as the user wrote it
   * @param plan what runs there; null when only the cluster is known
   */
  public static Runbook of(Cluster cluster, String name, @Nullable PlannedStep plan) {
    Words words = Words.of(cluster, name, plan);
    Predictions predictions = new Predictions(cluster, plan);
    List<Step> steps = new ArrayList<>();
    for (StepText text : StepText.all()) {
      if (words.holds(text.when())) {
        steps.add(
            new Step(
                steps.size() + 1,
                text.id(),
                text.title(),
                text.where(),
                text.why(),
                words.fill(text.commands()),
                words.fill(text.healthy()),
                predictions.of(text.bandwidths()),
                words.fill(text.ifNot()),
                text.codes()));
      }
    }
    return new Runbook(
        name,
        cluster.gpus(),
        Words.hosts(cluster),
        predictions.version().toString(),
        plan == null ? "" : plan.name(),
        steps);
  }
}
