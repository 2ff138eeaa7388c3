package io.busbar.plan.emit;

import io.busbar.model.training.Batch;
import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Software;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.setting.SettingTable;
import io.busbar.plan.setting.SettingTable.Fact;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A text of lines and {@code #} comments at most 100 columns wide, for languages whose comments
 * start so. One per text; not thread-safe.
 */
final class Script {
  /** Stands for a space where no line may break. */
  static final char TIED = '\u00a0';

  private static final int WIDTH = 100;

  private final SettingTable facts;
  private final StringBuilder text = new StringBuilder();

  Script(SettingTable facts) {
    this.facts = facts;
  }

  /**
   * What it is, for which version, what the plan predicts, and what is missing.
   *
   * @param leftOut what the framework cannot say, one sentence each
   */
  Script header(Situation plan, List<String> leftOut) {
    Training t = plan.training();
    comment("", plan.model().name() + " on " + plan.cluster().name());
    comment("", facts.version());
    comment("", "Layout: " + layout(t.parallelism()));
    comment("", "Batch: " + batch(t));
    comment(
        "",
        String.format(
            Locale.ROOT,
            "Predicted: step %s, peak %s of %s per GPU, which %s. Effects below change one setting"
                + " at a time.",
            Effects.seconds(plan.cost().step()),
            Effects.gigabytes(plan.peakBytes()),
            Effects.gigabytes(plan.cluster().node().gpu().memoryBytes()),
            Effects.verdict(plan.verdict())));
    comment("", "The prediction takes for granted: " + granted(t.software()));
    if (leftOut.isEmpty()) {
      comment("", "Left out: nothing; the whole plan is said below.");
    } else {
      comment("", "LEFT OUT OR DIFFERENT from the plan:");
      leftOut.forEach(one -> comment("", "- " + one));
    }
    return line("");
  }

  private static String layout(Parallelism p) {
    return String.format(
        Locale.ROOT,
        "tp %d%s, pp %d (%s%s), cp %d (%s), ep %d, etp %d, dp %d on %d GPUs; sharding %s%s;"
            + " order %s from neighbours outwards.",
        p.tp(),
        p.sequenceParallel() ? " with sequence parallelism" : "",
        p.pp(),
        p.schedule().written(),
        p.virtualStages() > 1 ? ", " + p.virtualStages() + " virtual stages" : "",
        p.cp(),
        word(p.contextKind()),
        p.ep(),
        p.etp(),
        p.dp(),
        p.gpus(),
        word(p.sharding()),
        p.sharding() == Sharding.NONE || p.shardGroup() == 0
            ? ""
            : " in groups of " + p.shardGroup(),
        p.order().stream()
            .map(GroupAxis::name)
            .map(Script::lower)
            .collect(Collectors.joining("-")));
  }

  private static String batch(Training t) {
    Batch b = t.batch();
    return String.format(
        Locale.ROOT,
        "%d sequences of %d tokens = %d tokens per step; %d micro-batches of %d per replica.",
        b.globalBatch(),
        b.sequence(),
        t.tokens(),
        t.microBatches(),
        b.microBatch());
  }

  private static String granted(Software s) {
    return "attention "
        + word(s.attention())
        + (s.fusedExperts() ? ", fused experts" : "")
        + (s.cudaGraphs() ? ", CUDA graphs" : "")
        + (s.fusedLoss() ? ", fused loss" : "")
        + ".";
  }

  /** The table that the settings stand in. */
  SettingTable facts() {
    return facts;
  }

  /** A setting with its reason above it. */
  Script setting(String indent, String name, String written, String effect) {
    reason(indent, name, effect);
    for (String line : written.split("\n", -1)) {
      line(indent + line);
    }
    return this;
  }

  /** A setting that the plan does not use, as a comment. */
  Script off(String indent, String name, String written, String effect) {
    reason(indent, name, effect);
    return line(indent + "# off: " + written);
  }

  /** Why, effect and trap of a setting that is written elsewhere. */
  Script reason(String indent, String name, String effect) {
    Fact fact = facts.get(name);
    comment(indent, "why: " + fact.why());
    comment(indent, "effect: " + effect);
    return fact.trap().isEmpty() ? this : comment(indent, "trap: " + fact.trap());
  }

  /** A comment, wrapped; further lines are indented by two. */
  Script comment(String indent, String words) {
    String start = indent + "#";
    StringBuilder line = new StringBuilder(start);
    for (String word : words.replaceAll("\\p{Cntrl}", " ").split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH) {
        line(line.toString());
        line.setLength(0);
        line.append(start).append("  ");
      }
      line.append(' ').append(word);
    }
    return line(line.toString());
  }

  Script line(String line) {
    text.append(line.replace(TIED, ' ')).append('\n');
    return this;
  }

  Script lines(String block) {
    block.lines().forEach(this::line);
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  static String word(Enum<?> constant) {
    return lower(constant.name()).replace('_', '-');
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
