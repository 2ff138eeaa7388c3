package io.busbar.simulate.step;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Plays steps and tells what of their communication shows. Stateless. */
public final class StepReport {
  public static final String SCHEMA = "busbar/simulate-step/1";

  private static final Map<String, Function<StepAnswer, String>> WHAT = new LinkedHashMap<>();

  static {
    WHAT.put("overlap", step -> step.overlap() ? "on" : "off");
    WHAT.put("bucket", StepReport::bucket);
    WHAT.put("micro-batches", step -> "" + step.microBatches());
    WHAT.put("no_sync", step -> step.noSync() ? "on" : "off");
    WHAT.put("times", StepAnswer::times);
  }

  private StepReport() {}

  /**
   * The answer: one step in full, or a comparison.
   *
   * @param everything whether the timeline has every span, for a trace
   */
  public static Report of(List<StepVariant> variants, boolean everything) {
    List<StepAnswer> answers = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    for (StepVariant variant : variants) {
      StepPlay play = new StepPlay(variant.work(), variant.how(), variant.seconds());
      Streams streams = play.run();
      answers.add(answer(variant, streams, play.collectives()));
      if (variants.size() == 1 || everything) {
        blocks.add(StepLanes.whole(streams, everything));
        if (!everything && variant.work().microBatches() > 1) {
          blocks.add(StepLanes.last(streams, variant.work().microBatches()));
        }
      }
    }
    StepAnswer first = answers.getFirst();
    Block head =
        variants.size() == 1 ? new Block.Figures("Step", figures(first)) : comparison(answers);
    blocks.addFirst(head);
    if (variants.size() == 1 && first.beside() != null) {
      blocks.add(BesidePlan.of(first, first.beside()));
    }
    return new Report(SCHEMA, first.plan(), first.with(answers.subList(1, answers.size())), blocks);
  }

  private static StepAnswer answer(StepVariant variant, Streams streams, int collectives) {
    StepWork work = variant.work();
    Overlapping how = variant.how();
    double hidden = streams.overlappedSeconds();
    double all = streams.exchangeSeconds();
    double contention = work.contention();
    return new StepAnswer(
        variant.plan(),
        how.exchange(),
        variant.times(),
        how.gradients(),
        how.exchange() == Overlapping.Exchange.SHARDED_PARAMETERS ? 0 : how.buckets().bytes(),
        work.microBatches(),
        how.noSync(),
        streams.endSeconds(),
        streams.computeSeconds() - work.bubbleSeconds() - work.optimizerSeconds(),
        work.bubbleSeconds(),
        work.optimizerSeconds(),
        hidden * contention / (1 + contention),
        all,
        hidden,
        Math.max(0, all - hidden),
        all == 0 ? 1 : hidden / all,
        collectives,
        streams.exchangedBytes(),
        variant.tokens() / streams.endSeconds(),
        variant.beside(),
        List.of());
  }

  private static List<Figure> figures(StepAnswer step) {
    List<Figure> rows = new ArrayList<>();
    String batches = step.microBatches() == 1 ? " micro-batch" : " micro-batches";
    String tokens = String.format(Locale.ROOT, "%,.0f tokens/s", step.tokensPerS());
    rows.add(time("step", step.stepS(), step.microBatches() + batches + ", " + tokens));
    rows.add(time("computation", step.computeS(), "forward and backward passes"));
    if (step.bubbleS() > 0) {
      rows.add(time("bubble", step.bubbleS(), "waiting for other stages"));
    }
    rows.add(time("optimizer", step.optimizerS(), ""));
    rows.add(time("slow-down", step.slowDownS(), "of computation by communication beside it"));
    rows.add(time("communication", step.communicationS(), exchanged(step)));
    rows.add(time("hidden", step.hiddenS(), share(step.hiddenShare()) + " of it"));
    rows.add(
        time("exposed", step.exposedS(), share(step.exposedS() / step.stepS()) + " of the step"));
    return rows;
  }

  private static Figure time(String label, double seconds, String note) {
    return new Figure(label, TimeSpan.print(seconds), note);
  }

  private static String exchanged(StepAnswer step) {
    String what =
        switch (step.exchange()) {
          case ALL_REDUCE -> "all-reduces";
          case SHARDED_OPTIMIZER -> "reduce-scatters and all-gathers";
          case SHARDED_PARAMETERS -> "all-gathers and reduce-scatters by layer";
        };
    String bucket = step.bucketBytes() == 0 ? "" : ", buckets of " + bucket(step);
    return String.format(
        Locale.ROOT,
        "%,d %s, %s%s; times %s",
        step.collectives(),
        what,
        DataSize.print(step.bytes()),
        bucket,
        step.times());
  }

  private static String bucket(StepAnswer step) {
    return step.bucketBytes() == 0 ? "layer" : new DataSize(step.bucketBytes()).toString();
  }

  private static String share(double part) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * part);
  }

  private static Block comparison(List<StepAnswer> steps) {
    List<Column> columns = new ArrayList<>();
    List<Function<StepAnswer, String>> shown = new ArrayList<>();
    WHAT.forEach((name, of) -> {
      if (steps.stream().map(of).distinct().count() > 1) {
        columns.add(Column.text(name));
        shown.add(of);
      }
    });
    for (String name :
        List.of("step", "communication", "hidden", "exposed", "of step", "tokens/s")) {
      columns.add(Column.number(name));
    }
    List<List<String>> rows = new ArrayList<>();
    for (StepAnswer step : steps) {
      List<String> row = new ArrayList<>();
      shown.forEach(of -> row.add(of.apply(step)));
      row.add(TimeSpan.print(step.stepS()));
      row.add(TimeSpan.print(step.communicationS()));
      row.add(share(step.hiddenShare()));
      row.add(TimeSpan.print(step.exposedS()));
      row.add(share(step.exposedS() / step.stepS()));
      row.add(String.format(Locale.ROOT, "%,.0f", step.tokensPerS()));
      rows.add(row);
    }
    return new Block.Table("Comparison", columns, rows, "");
  }
}
