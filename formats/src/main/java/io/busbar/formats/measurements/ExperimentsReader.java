package io.busbar.formats.measurements;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Job;
import io.busbar.formats.measurements.Experiment.Machine;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.formats.nccltests.Collectives;
import io.busbar.formats.nccltests.Collectives.Factor;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads a folder with {@code index.yaml} (a list {@code experiments}) and {@code <id>.csv} beside
 * it. Unknown fields are passed over; a field or file that cannot be used is a warning. Stateless.
 */
public final class ExperimentsReader {
  /** The index of a folder. */
  public static final String INDEX = "index.yaml";

  private static final int MAX_EXPERIMENTS = 20_000;

  private final Path index;
  private static final long MAX_POINT_BYTES = 1L << 30;

  private final Problems warnings = new Problems();

  private ExperimentsReader(Path index) {
    this.index = index;
  }

  /**
   * @param path the folder or its index
   * @throws InputException when the index cannot be read as a list of experiments
   */
  public static Experiments read(Path path) {
    Path index = Files.isDirectory(path) ? path.resolve(INDEX) : path;
    Tree tree = TreeReader.read(index);
    if (!(tree instanceof Tree.Mapping top)
        || !(top.get("experiments") instanceof Tree.Sequence list)) {
      throw new InputException(
          new Problem(tree.at(), "experiments", "", "a list of experiments", ""));
    }
    return new ExperimentsReader(index).read(path.toString(), list.items());
  }

  private Experiments read(String source, List<Tree> items) {
    List<Experiment> experiments = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Tree item : items) {
      if (experiments.size() >= MAX_EXPERIMENTS) {
        warnings.add(item.at(), "", "", "at most " + MAX_EXPERIMENTS + " experiments", "");
        break;
      }
      Entry entry = item instanceof Tree.Mapping m ? new Entry(m, warnings) : null;
      String id = entry == null ? "" : entry.text("id");
      if (entry == null || !id.matches("[A-Za-z0-9][A-Za-z0-9._+-]{0,120}") || !ids.add(id)) {
        warnings.add(item.at(), "id", id, "an experiment with an id of its own", "it is left out");
        continue;
      }
      experiments.add(experiment(entry, id));
    }
    return new Experiments(source, experiments, warnings.list(), warnings.count());
  }

  private Experiment experiment(Entry entry, String id) {
    String collective = Collectives.named(entry.text("collective"));
    if (collective.isEmpty()) {
      warnings.add(
          entry.at("collective"),
          "collective",
          entry.text("collective"),
          "a collective of nccl-tests",
          "");
    }
    return new Experiment(
        entry.at("id"),
        id,
        collective.isEmpty() ? entry.text("collective") : collective,
        entry.text("system").isEmpty() ? id : entry.text("system"),
        health(entry),
        machine(entry),
        job(entry),
        entry.text("source"),
        entry.text("notes"),
        points(entry, id));
  }

  private static Health health(Entry entry) {
    return switch (entry.text("healthy")) {
      case "yes", "true" -> Health.YES;
      case "no", "false" -> Health.NO;
      default -> Health.UNKNOWN;
    };
  }

  private static Machine machine(Entry entry) {
    return new Machine(
        entry.text("gpu"),
        entry.text("generation"),
        entry.stated("gpus_in_node"),
        entry.text("intra_link"),
        entry.stated("intra_dir_GBps_per_gpu"),
        entry.text("nvswitch"),
        entry.stated("nics_per_node"),
        entry.stated("nic_gbps"),
        entry.text("fabric"),
        entry.text("topology"));
  }

  private static Job job(Entry entry) {
    return new Job(
        entry.count("nodes"),
        entry.count("gpus_used_per_node"),
        entry.count("ranks"),
        entry.text("nccl"),
        entry.text("plugin"),
        entry.text("algo"),
        entry.text("proto"),
        entry.text("env"),
        entry.text("gdr"),
        entry.text("sharp"),
        entry.text("dtype"),
        entry.text("tool"),
        entry.text("launch"));
  }

  private List<Point> points(Entry entry, String id) {
    Path file = index.resolveSibling(id + ".csv");
    try (InputStream in = UserFile.open(file, MAX_POINT_BYTES)) {
      PointTable table = new PointTable(file.toString(), factor(entry), warnings);
      List<Point> points = table.read(in);
      double promised = entry.stated("points").value();
      if (promised > points.size() + table.coarse()) {
        warnings.add(
            Position.of(file.toString()),
            "",
            points.size() + " points",
            (long) promised + " points, as the index says",
            "");
      }
      return points;
    } catch (IOException e) {
      warnings.add(
          Position.of(file.toString()), "", "", "the readable CSV of " + id, "it has no points");
      return List.of();
    }
  }

  private static double factor(Entry entry) {
    Factor factor = Collectives.factor(Collectives.named(entry.text("collective")));
    int ranks = (int) entry.stated("ranks").or(0);
    return factor == null || ranks < 2 ? Double.NaN : factor.of(ranks);
  }

  /** The fields of one experiment. */
  private record Entry(Tree.Mapping fields, Problems warnings) {
    Position at(String key) {
      return fields.at(key);
    }

    String text(String key) {
      String text = fields.text(key);
      return text == null ? "" : text.strip();
    }

    Stated stated(String key) {
      return Stated.of(text(key));
    }

    int count(String key) {
      double value = stated(key).value();
      boolean whole = value >= 0 && value <= Integer.MAX_VALUE && value == Math.rint(value);
      if (!whole && !text(key).isEmpty() && !text(key).equals("unknown")) {
        warnings.add(at(key), key, text(key), "a whole number", "it counts as unknown");
      }
      return whole ? (int) value : 0;
    }
  }
}
