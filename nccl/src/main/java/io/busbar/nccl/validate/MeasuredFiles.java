package io.busbar.nccl.validate;

import io.busbar.base.file.Repeatable;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.formats.measurements.Experiments;
import io.busbar.formats.measurements.ExperimentsReader;
import io.busbar.formats.nccltests.NcclTests;
import io.busbar.formats.nccltests.NcclTestsReader;
import io.busbar.formats.nccltests.RatioCheck;
import io.busbar.formats.nccltests.RatioCheck.Verdict;
import io.busbar.formats.osu.OsuReader;
import io.busbar.formats.osu.OsuTable;
import io.busbar.model.cluster.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The experiments of all that a user names: folders with an index, and outputs of nccl-tests or OSU
 * benchmarks, whose system is the cluster that is told.
 *
 * @param experiments in the order of the files
 * @param systems what they ran on
 * @param warnings what could not be used, and what does not fit
 */
public record MeasuredFiles(List<Experiment> experiments, Systems systems, List<String> warnings) {
  /** Tables may stand anywhere in a long log. */
  private static final long MAX_BYTES = 64L << 30;

  public MeasuredFiles {
    experiments = List.copyOf(experiments);
    warnings = List.copyOf(warnings);
  }

  /**
   * @param cluster where outputs of benchmarks were made; null when nothing was said
   * @throws InputException when a file cannot be used at all
   */
  public static MeasuredFiles read(List<Path> files, @Nullable Cluster cluster) {
    Problems problems = new Problems();
    Problems warnings = new Problems();
    List<Experiment> experiments = new ArrayList<>();
    List<Experiment> onCluster = new ArrayList<>();
    for (Path file : files) {
      try {
        if (indexed(file)) {
          Experiments read = ExperimentsReader.read(file);
          read.warnings().forEach(warnings::add);
          experiments.addAll(read.experiments());
        } else {
          List<Experiment> tables = tables(file, cluster, warnings);
          experiments.addAll(tables);
          onCluster.addAll(tables);
        }
      } catch (InputException e) {
        e.problems().forEach(problems::add);
      }
    }
    problems.throwIfAny();
    experiments.forEach(e -> checkRatio(e, warnings));
    Systems systems = cluster == null ? new Systems() : Systems.on(cluster, onCluster);
    return new MeasuredFiles(
        experiments, systems, warnings.list().stream().map(Problem::toString).toList());
  }

  private static boolean indexed(Path file) {
    String name = file.toString();
    return Files.isDirectory(file) || name.endsWith(".yaml") || name.endsWith(".yml");
  }

  private static List<Experiment> tables(Path file, @Nullable Cluster cluster, Problems warnings) {
    Repeatable content = Repeatable.of(file, MAX_BYTES);
    String name = file.toString();
    NcclTests output = content.read(in -> NcclTestsReader.read(name, in));
    output.warnings().forEach(warnings::add);
    boolean empty = output.tables().stream().allMatch(t -> t.rows().isEmpty());
    List<OsuTable> osu = empty ? content.read(in -> OsuReader.read(name, in, warnings)) : List.of();
    Position at = Position.of(name);
    if (empty && osu.isEmpty()) {
      throw new InputException(
          new Problem(
              at,
              "",
              "",
              "a table of nccl-tests or OSU, or a folder with " + ExperimentsReader.INDEX,
              "rows have size, count, type, time, algbw and busbw"));
    }
    if (cluster == null) {
      throw new InputException(
          new Problem(
              at,
              "",
              "",
              "--cluster, since a table does not say what it was measured on",
              "e.g. --cluster dgx-h100:4"));
    }
    TableExperiments experiments = new TableExperiments(name, cluster, warnings);
    return empty ? experiments.of(osu) : experiments.of(output);
  }

  private static void checkRatio(Experiment e, Problems warnings) {
    RatioCheck check =
        RatioCheck.of(
            e.collective(),
            e.job().ranks(),
            e.points().stream().mapToDouble(Point::algbwGBps).toArray(),
            e.points().stream().mapToDouble(Point::busbwGBps).toArray());
    if (check.verdict() == Verdict.OTHER_RANKS) {
      warnings.add(
          e.at(),
          e.id(),
          e.job().ranks() + " ranks",
          check.fitting() + " by busbw over algbw",
          "one of the two is wrong");
    } else if (check.verdict() == Verdict.OTHER_COLLECTIVE) {
      String ratio = String.format(Locale.ROOT, "%.3f", (check.low() + check.high()) / 2);
      warnings.add(
          e.at(), e.id(), e.collective(), "another collective by busbw over algbw = " + ratio, "");
    }
  }
}
