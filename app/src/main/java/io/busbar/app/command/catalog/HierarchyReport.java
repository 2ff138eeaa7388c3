package io.busbar.app.command.catalog;

import io.busbar.base.explain.Quality;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.model.catalog.Hierarchy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The levels of a node over which data moves, as a report. Stateless. */
public final class HierarchyReport {
  static final String SCHEMA = "busbar/hierarchy/1";

  private HierarchyReport() {}

  /** The answer. */
  record Levels(String node, String title, String gpu, int gpus, List<Level> levels) {}

  /** One level, 0 nearest to the arithmetic. */
  record Level(
      int level,
      String name,
      String connects,
      @Nullable LevelBandwidth bandwidth,
      @Nullable LevelLatency latency,
      String note) {}

  /** One direction, at the limit of the hardware. */
  record LevelBandwidth(
      double perGpuBytesPerS, double perNodeBytesPerS, Quality quality, String source) {}

  /** From the lowest to the highest of what sources say. */
  record LevelLatency(double lowS, double highS, Quality quality, String source) {}

  static Report of(Hierarchy hierarchy) {
    List<Level> levels = hierarchy.rows().stream().map(HierarchyReport::level).toList();
    Levels answer =
        new Levels(
            hierarchy.node().name(),
            hierarchy.node().entry().title(),
            hierarchy.node().gpu().name(),
            hierarchy.node().gpus(),
            levels);
    List<Block> blocks = new ArrayList<>(List.of(table(levels)));
    blocks.add(notes(levels));
    blocks.add(sources(levels));
    return new Report(SCHEMA, "Communication hierarchy of " + answer.title(), answer, blocks);
  }

  private static Level level(Hierarchy.Row row) {
    Hierarchy.Rate rate = row.rate();
    Hierarchy.Latency latency = row.latency();
    return new Level(
        row.level(),
        row.name(),
        row.connects(),
        rate == null
            ? null
            : new LevelBandwidth(
                rate.bytesPerSecondPerGpu(),
                rate.bytesPerSecondPerNode(),
                rate.quality(),
                rate.source()),
        latency == null
            ? null
            : new LevelLatency(
                latency.lowSeconds(), latency.highSeconds(), latency.quality(), latency.source()),
        row.note());
  }

  private static Block table(List<Level> levels) {
    List<Block.Column> columns =
        List.of(
            Block.Column.number("level"),
            Block.Column.text("name"),
            Block.Column.text("connects"),
            Block.Column.number("per GPU"),
            Block.Column.number("per node"),
            Block.Column.number("latency"));
    List<List<String>> rows = new ArrayList<>();
    for (Level level : levels) {
      LevelBandwidth rate = level.bandwidth();
      rows.add(
          List.of(
              String.valueOf(level.level()),
              level.name(),
              level.connects(),
              rate == null ? "" : rate(rate.perGpuBytesPerS(), rate.quality()),
              rate == null ? "" : rate(rate.perNodeBytesPerS(), rate.quality()),
              latency(level.latency())));
    }
    String note =
        "Bandwidths are per direction and limits of the hardware; collectives achieve less."
            + " ≈ marks figures that are recalled, estimated or assumed.";
    return new Block.Table("", columns, rows, note);
  }

  private static Block notes(List<Level> levels) {
    List<String> lines = new ArrayList<>();
    for (Level level : levels) {
      if (!level.note().isEmpty()) {
        lines.add(level.level() + " " + level.name() + ": " + level.note());
      }
    }
    return new Block.Note("Notes", String.join("\n", lines));
  }

  private static String rate(double bytesPerSecond, Quality quality) {
    return mark(quality) + new Bandwidth(bytesPerSecond);
  }

  private static String latency(@Nullable LevelLatency latency) {
    if (latency == null) {
      return "";
    }
    String low = TimeSpan.print(latency.lowS());
    String high = TimeSpan.print(latency.highS());
    return mark(latency.quality()) + (low.equals(high) ? low : low + " to " + high);
  }

  private static String mark(Quality quality) {
    return quality.mark().isEmpty() ? "" : "≈ ";
  }

  private static Block sources(List<Level> levels) {
    List<List<String>> rows = new ArrayList<>();
    for (Level level : levels) {
      LevelBandwidth rate = level.bandwidth();
      LevelLatency latency = level.latency();
      if (rate != null) {
        rows.add(source(level, "bandwidth", rate.quality(), rate.source()));
      }
      if (latency != null) {
        rows.add(source(level, "latency", latency.quality(), latency.source()));
      }
    }
    List<Block.Column> columns =
        List.of(
            Block.Column.number("level"),
            Block.Column.text("figure"),
            Block.Column.text("quality"),
            Block.Column.text("source"));
    return new Block.Table("Sources", columns, rows, "");
  }

  private static List<String> source(Level level, String figure, Quality quality, String source) {
    return List.of(String.valueOf(level.level()), figure, quality.mark(), source);
  }
}
