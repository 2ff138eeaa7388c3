package io.busbar.plan;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;
import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.CostSummary;
import io.busbar.plan.answer.PlanAnswer.FitSummary;
import io.busbar.plan.answer.PlanAnswer.MemorySummary;
import io.busbar.plan.answer.PlanAnswer.StepPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What a reader needs first: verdict, step, what limits it, what to do, what was assumed. */
final class FirstScreen {
  private static final int ACTIONS = 3;
  private static final int LIMITS = 3;
  private static final double WORTH_SAYING = 0.01;
  private static final String ASSUMED = "assumed";

  private FirstScreen() {}

  static List<Block> of(PlanAnswer a) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Findings("", List.of(verdict(a))));
    blocks.add(step(a));
    if (!a.fits().isEmpty()) {
      blocks.add(fits(a));
    }
    List<String> actions = actions(a);
    if (!actions.isEmpty()) {
      blocks.add(new Note("Do first", String.join("\n", actions)));
    }
    List<String> assumed = assumed(a);
    if (!assumed.isEmpty()) {
      blocks.add(new Note("Assumed", String.join("\n", assumed)));
    }
    return blocks;
  }

  /** What else is worth knowing: everything but what stands under Assumed and in the verdict. */
  static List<Finding> furtherFindings(PlanAnswer a) {
    return a.findings().stream()
        .filter(f -> !f.code().equals(ASSUMED) && !f.code().equals("out-of-memory"))
        .toList();
  }

  private static Finding verdict(PlanAnswer a) {
    MemorySummary m = a.memory();
    String room =
        DataSize.print(m.peakBytes())
            + " of "
            + DataSize.print(m.capacityBytes())
            + " on stage "
            + (m.heaviestStage() + 1);
    if (m.hostRoomBytes() > 0 && m.hostBytes() > m.hostRoomBytes()) {
      return told(
          Severity.CRITICAL,
          "does not fit in host memory: short by "
              + DataSize.print(m.hostBytes() - m.hostRoomBytes())
              + " per GPU ("
              + DataSize.print(m.hostBytes())
              + " of "
              + DataSize.print(m.hostRoomBytes())
              + "); on the device "
              + room);
    }
    return switch (m.verdict()) {
      case "fits" -> told(Severity.INFO, "fits: " + room);
      case "tight" ->
          told(Severity.WARNING, "tight: " + room + ", less room than the error of the prediction");
      default ->
          told(
              Severity.CRITICAL,
              "does not fit: short by "
                  + DataSize.print(m.shortBytes())
                  + " on stage "
                  + (m.heaviestStage() + 1)
                  + " ("
                  + DataSize.print(m.peakBytes())
                  + " of "
                  + DataSize.print(m.capacityBytes())
                  + ")");
    };
  }

  private static Finding told(Severity severity, String title) {
    return new Finding("", severity, title, "", List.of(), List.of());
  }

  private static Figures step(PlanAnswer a) {
    List<Figure> rows = new ArrayList<>();
    rows.add(
        new Figure(
            "step",
            TimeSpan.print(a.stepS()),
            String.format(
                Locale.ROOT,
                "%s fixed + %d micro-batches x %s",
                TimeSpan.print(a.fixedS()),
                a.microBatches(),
                TimeSpan.print(a.perMicroBatchS()))));
    rows.add(
        new Figure(
            "MFU",
            Share.print(a.mfuCausal()),
            Share.print(a.mfuFull()) + " with attention counted in full; 16-bit peak"));
    rows.add(
        new Figure(
            "throughput",
            String.format(Locale.ROOT, "%,.0f tokens/s", a.tokensPerS()),
            String.format(Locale.ROOT, "%,.0f per GPU", a.tokensPerSPerGpu())));
    rows.add(new Figure("limited by", limits(a), "shares of the step"));
    rows.add(
        new Figure(
            "global batch",
            String.format(Locale.ROOT, "%,d sequences", a.globalBatchSequences()),
            String.format(Locale.ROOT, "%,d tokens", a.globalBatchTokens())));
    rows.add(new Figure("layout", PlanReport.layout(a.layout()), a.cluster().name()));
    rows.add(
        new Figure(
            "bubble",
            Share.print(a.bubbleOverIdeal()) + " over ideal",
            Share.print(a.bubbleShare()) + " of the whole, of an even pipeline"));
    if (a.memory().hostBytes() > 0) {
      rows.add(
          new Figure(
              "host memory",
              DataSize.print(a.memory().hostBytes()) + " per GPU",
              "offload "
                  + a.layout().offload()
                  + (a.memory().hostRoomBytes() > 0
                      ? "; a host has room for " + DataSize.print(a.memory().hostRoomBytes())
                      : "; how much a host has is not known")));
    }
    CostSummary cost = a.cost();
    if (cost != null) {
      rows.add(
          new Figure(
              "cost",
              Money.ofDollars(cost.perStepUsd()) + " per step",
              Money.ofDollars(cost.perTrillionTokensUsd())
                  + " per trillion tokens; a point of efficiency is worth "
                  + Money.ofDollars(cost.perPointPerYearUsd())
                  + " a year"));
    }
    return new Figures("The step", rows);
  }

  /** {@code compute 73 %, bubble 9 %, DP exposed 8 %}. */
  private static String limits(PlanAnswer a) {
    return a.stepParts().stream()
        .filter(p -> p.share() >= WORTH_SAYING)
        .sorted(Comparator.comparingDouble((StepPart p) -> -p.share()))
        .limit(LIMITS)
        .map(p ->
            String.format(Locale.ROOT, "%s %.0f %%", p.part().replace('_', ' '), p.share() * 100))
        .reduce((x, y) -> x + ", " + y)
        .orElse("nothing");
  }

  private static Block fits(PlanAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (FitSummary f : a.fits()) {
      rows.add(
          List.of(
              String.join("; ", f.changes()),
              Integer.toString(f.knobs()),
              TimeSpan.print(f.stepS()),
              DataSize.print(f.peakBytes()),
              f.hostBytes() > 0 ? DataSize.print(f.hostBytes()) : "",
              f.options()));
    }
    return new Block.Table(
        "The nearest that fit",
        List.of(
            Block.Column.text("change"),
            Block.Column.number("changes"),
            Block.Column.number("step"),
            Block.Column.number("peak"),
            Block.Column.number("host"),
            Block.Column.text("type")),
        rows,
        "fewest changes first, then those that change time only; host: host memory per GPU");
  }

  private static List<String> actions(PlanAnswer a) {
    List<String> lines = new ArrayList<>();
    if (a.memory().verdict().equals("does-not-fit")) {
      if (a.fits().isEmpty()) {
        lines.add("- take more GPUs or a smaller model: nothing near fits");
      }
      return lines;
    }
    for (Finding f : a.recommendations().stream().limit(ACTIONS).toList()) {
      lines.add("- " + f.title() + (f.fix().isEmpty() ? "" : " (" + f.fix().getFirst() + ")"));
    }
    return lines;
  }

  private static List<String> assumed(PlanAnswer a) {
    List<String> lines = new ArrayList<>();
    for (Finding f : a.findings()) {
      if (f.code().equals(ASSUMED)) {
        lines.add("- " + f.title().replaceFirst("^assumed: ", ""));
      }
    }
    a.assumptions().forEach(line -> lines.add("- " + line));
    return lines;
  }
}
