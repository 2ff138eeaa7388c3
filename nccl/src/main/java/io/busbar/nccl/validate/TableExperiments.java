package io.busbar.nccl.validate;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Job;
import io.busbar.formats.measurements.Experiment.Machine;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.formats.measurements.Stated;
import io.busbar.formats.nccltests.NcclTests;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import io.busbar.formats.osu.OsuTable;
import io.busbar.formats.shape.Names;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tables of a benchmark as experiments on a cluster. One instance, one output. */
final class TableExperiments {
  private final String source;
  private final Cluster cluster;
  private final Problems warnings;

  TableExperiments(String source, Cluster cluster, Problems warnings) {
    this.source = source;
    this.cluster = cluster;
    this.warnings = warnings;
  }

  List<Experiment> of(NcclTests output) {
    List<NcclTestsTable> tables =
        output.tables().stream().filter(t -> !t.rows().isEmpty()).toList();
    List<Experiment> experiments = new ArrayList<>();
    for (NcclTestsTable table : tables) {
      experiments.add(experiment(table, id(experiments.size(), tables.size())));
    }
    return experiments;
  }

  /** OSU prints no ranks: every GPU of the cluster took part. */
  List<Experiment> of(List<OsuTable> tables) {
    List<Experiment> experiments = new ArrayList<>();
    int ranks = cluster.gpus();
    for (OsuTable table : tables) {
      List<Point> points = new ArrayList<>();
      for (OsuTable.Row row : table.rows()) {
        long size = table.sizeBytes(row, ranks);
        if (size > 0) {
          points.add(
              new Point(row.line(), size, row.averageUs(), Double.NaN, Double.NaN, Double.NaN));
        }
      }
      experiments.add(
          experiment(
              new Position(source, table.line(), 0),
              id(experiments.size(), tables.size()),
              table.collective(),
              job(ranks, nodes(ranks), "unknown", "", table.title(), "one process per GPU"),
              points));
    }
    return experiments;
  }

  /** The name of the file, with a number when it holds several tables. */
  private String id(int index, int count) {
    String file = fileName(source);
    return count == 1 ? file : file + "#" + (index + 1);
  }

  private Experiment experiment(NcclTestsTable table, String id) {
    Position at = new Position(source, table.rows().get(0).line(), 0);
    if (table.collective().isEmpty()) {
      warnings.add(at, "", "", "the name of the collective", "name the file e.g. all_reduce.txt");
    }
    int ranks = ranks(table, at);
    int nodes = nodes(table, ranks);
    checkGpu(table, at);
    String version = table.ncclVersion().isEmpty() ? "unknown" : table.ncclVersion();
    String tool = ("nccl-tests " + table.testsVersion()).strip();
    String type = table.rows().get(0).type();
    return experiment(
        at,
        id,
        table.collective(),
        job(ranks, nodes, version, type, tool, launch(table)),
        points(table));
  }

  private Experiment experiment(
      Position at, String id, String collective, Job job, List<Point> points) {
    return new Experiment(
        at,
        id,
        collective,
        cluster.name(),
        Health.YES,
        machine(job.ranks()),
        job,
        source,
        "",
        points);
  }

  private static String fileName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  /** By the rank lines, else the ratio of busbw to algbw, else every GPU of the cluster. */
  private int ranks(NcclTestsTable table, Position at) {
    int ranks = table.ranks() > 0 ? table.ranks() : table.ratio().onlyRanks();
    if (ranks > cluster.gpus()) {
      warnings.add(
          at,
          "",
          ranks + " ranks",
          "at most the " + cluster.gpus() + " GPUs of " + cluster.name(),
          "name the cluster that it ran on");
    }
    return ranks > 0 ? ranks : cluster.gpus();
  }

  private int nodes(NcclTestsTable table, int ranks) {
    boolean complete = table.devices().size() == ranks && !table.independentJobs();
    return complete ? Math.max(1, table.hosts().size()) : nodes(ranks);
  }

  /** Hosts that so many ranks fill. */
  private int nodes(int ranks) {
    int perHost = cluster.node().gpusPerHost();
    return (ranks + perHost - 1) / perHost;
  }

  /** A rank line names the GPU: {@code NVIDIA H100 80GB HBM3}. */
  private void checkGpu(NcclTestsTable table, Position at) {
    String wanted = model();
    for (String gpu : table.gpus()) {
      if (!gpu.isEmpty() && !letters(gpu).contains(letters(wanted))) {
        warnings.add(at, "", gpu, "the GPU of " + cluster.name() + ", " + wanted, "");
      }
    }
  }

  private static String letters(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** {@code H100} of {@code h100-sxm}. */
  private String model() {
    String name = cluster.node().gpu().name();
    int dash = name.indexOf('-');
    return (dash < 0 ? name : name.substring(0, dash)).toUpperCase(Locale.ROOT);
  }

  private Machine machine(int ranks) {
    NodeType node = cluster.node();
    int hosts = Math.max(1, node.gpus() / node.gpusPerHost());
    double inside = cluster.scaleUpBytesPerSecond(node.domainGpus());
    return new Machine(
        model(),
        Names.of(node.gpu().generation()),
        Stated.of(node.gpusPerHost()),
        scaleUp(node),
        Stated.of(inside / 1e9),
        node.scaleUp() == ScaleUp.SWITCHED ? "yes" : "no",
        Stated.of((double) node.nics() / hosts),
        Stated.of(node.nicBytesPerSecond() * 8 / 1e9),
        Names.of(cluster.network().kind()),
        topology(node, ranks));
  }

  private String topology(NodeType node, int ranks) {
    int domain = node.domainGpus();
    return domain > node.gpusPerHost()
        ? (ranks + domain - 1) / domain + " NVL" + domain + " rack(s)"
        : cluster.name();
  }

  private static String scaleUp(NodeType node) {
    boolean rack = node.domainGpus() > node.gpusPerHost();
    return Names.of(node.scaleUp()) + (rack ? " NVL" + node.domainGpus() : "");
  }

  private Job job(int ranks, int nodes, String nccl, String dtype, String tool, String launch) {
    return new Job(
        nodes,
        (ranks + nodes - 1) / nodes,
        ranks,
        nccl,
        "",
        "auto",
        "auto",
        "",
        cluster.network().gpuDirect() ? "yes" : "no",
        cluster.network().sharp() ? "yes" : "no",
        dtype,
        tool,
        launch);
  }

  private static String launch(NcclTestsTable table) {
    int gpus = table.setup().gpusPerThread();
    int threads = table.setup().threads();
    String graph = table.setup().graph() > 0 ? ", CUDA graph" : "";
    if (gpus < 1 || threads < 1) {
      return "unknown";
    }
    return gpus * threads == 1
        ? "one process per GPU" + graph
        : "process with -g " + gpus + " -t " + threads + graph;
  }

  private static List<Point> points(NcclTestsTable table) {
    List<Point> points = new ArrayList<>();
    for (Row row : table.rows()) {
      double algbw = row.outOfPlace().algbwGBps();
      double busbw = row.outOfPlace().busbwGBps();
      if (row.sizeBytes() > 0) {
        points.add(
            new Point(
                row.line(),
                row.sizeBytes(),
                measured(row.outOfPlace().timeUs()),
                measured(row.inPlace().timeUs()),
                algbw,
                busbw));
      }
    }
    return points;
  }

  private static double measured(double timeUs) {
    return timeUs > 0 ? timeUs : Double.NaN;
  }
}
