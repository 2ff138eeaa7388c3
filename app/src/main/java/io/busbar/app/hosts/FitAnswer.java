package io.busbar.app.hosts;

import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.perf.FitRun.Level;
import io.busbar.runtime.perf.MessageCosts;
import io.busbar.runtime.perf.MessageCosts.Sample;
import io.busbar.runtime.tuning.Group;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fit found.
 *
 * @param transport local, shm, tcp or mixed
 * @param largestErrorFromMebibyte the largest error without its sign at 1 MiB and above; null when
 *     nothing so large was measured
 * @param clusterFile the file for {@code --cluster}
 */
public record FitAnswer(
    int ranks,
    int hosts,
    String transport,
    String kernels,
    List<LevelCosts> levels,
    List<Fitted.Row> rows,
    @Nullable Double largestErrorFromMebibyte,
    String clusterFile) {
  private static final long LONG = 1 << 20;

  public FitAnswer {
    levels = List.copyOf(levels);
    rows = List.copyOf(rows);
  }

  /**
   * Ranks among which messages cost the same.
   *
   * @param alphaUs of a message
   * @param bytesPerS one over beta
   * @param reduceBytesPerS one over gamma; null when adding up costs nothing beyond moving
   * @param reduceByKernels whether that is the rate of the kernels alone
   * @param medianError half of the samples are closer
   */
  public record LevelCosts(
      String level,
      int ranks,
      double alphaUs,
      double bytesPerS,
      @Nullable Double reduceBytesPerS,
      boolean reduceByKernels,
      double medianError,
      List<Residual> samples) {
    public LevelCosts {
      samples = List.copyOf(samples);
    }
  }

  /**
   * One measurement that was fitted.
   *
   * @param messages one after the other
   * @param error fitted over measured − 1
   */
  public record Residual(
      String collective,
      long sizeBytes,
      long messages,
      double measuredUs,
      double fittedUs,
      double error) {}

  static FitAnswer of(Fitted fitted) {
    Group group = fitted.measured().group();
    List<LevelCosts> levels = new ArrayList<>();
    for (int i = 0; i < fitted.costs().size(); i++) {
      levels.add(level(fitted.measured().levels().get(i), fitted.costs().get(i)));
    }
    double[] errors =
        fitted.rows().stream()
            .filter(row -> row.sizeBytes() >= LONG)
            .mapToDouble(row -> Math.abs(row.error()))
            .sorted()
            .toArray();
    return new FitAnswer(
        group.ranks(),
        group.hosts(),
        group.transport(),
        Kernels.best().describe(),
        levels,
        fitted.rows(),
        errors.length == 0 ? null : errors[errors.length - 1],
        fitted.file());
  }

  private static LevelCosts level(Level level, MessageCosts costs) {
    List<Residual> residuals = new ArrayList<>();
    for (int i = 0; i < level.samples().size(); i++) {
      Sample s = level.samples().get(i);
      double error = costs.errors().get(i);
      double us = s.seconds() * 1e6;
      residuals.add(
          new Residual(s.collective(), s.sizeBytes(), s.messages(), us, us * (1 + error), error));
    }
    double[] errors = costs.errors().stream().mapToDouble(Math::abs).sorted().toArray();
    double gamma = costs.gammaSecondsPerByte();
    return new LevelCosts(
        level.name(),
        level.ranks(),
        costs.alphaSeconds() * 1e6,
        1 / Math.max(1e-15, costs.betaSecondsPerByte()),
        gamma > 0 ? Double.valueOf(1 / gamma) : null,
        costs.gammaByKernels(),
        errors[errors.length / 2],
        residuals);
  }
}
