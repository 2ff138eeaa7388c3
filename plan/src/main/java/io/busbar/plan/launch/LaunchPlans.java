package io.busbar.plan.launch;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.launch.Launch;
import io.busbar.formats.launch.Launch.World;
import io.busbar.formats.tree.Tree;
import io.busbar.plan.launch.Understanding.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes plans of launch files. Stateless. */
public final class LaunchPlans {
  private static final int MOST_LINES = 40;

  private LaunchPlans() {}

  /** Whether a framework has a setting of this name, as written. */
  public static boolean knows(String name) {
    return Dialect.knows(name);
  }

  /**
   * The plan that a file starts.
   *
   * @param cluster what the user said about the cluster: a node without a count, a cluster, or null
   * @param problems contradictions in the file are added here
   */
  public static LaunchedPlan of(Launch launch, Tree.@Nullable Scalar cluster, Problems problems) {
    Position source = Position.of(launch.source());
    PlanKeys keys = new PlanKeys(source, problems);
    SettingReader settings = new SettingReader(keys);
    Dialect dialect = Dialect.of(launch);
    List<Finding> findings = new ArrayList<>();
    dialect.read(launch, keys, settings, findings);
    World world = world(launch);
    new ClusterOfLaunch(launch, world, keys, findings).set(cluster, problems);
    Understanding understanding = settings.understanding();
    findings.addFirst(summary(launch, dialect, understanding));
    details(understanding, findings);
    remarks(launch, findings);
    return new LaunchedPlan(keys.tree(), understanding, findings);
  }

  private static World world(Launch launch) {
    World world = launch.world();
    for (Launch configuration : launch.configurations()) {
      World other = configuration.world();
      world =
          new World(
              world.nodes() != null ? world.nodes() : other.nodes(),
              world.perNode() != null ? world.perNode() : other.perNode(),
              world.gpus() != null ? world.gpus() : other.gpus(),
              world.gpu() != null ? world.gpu() : other.gpu());
    }
    return world;
  }

  private static Finding summary(Launch launch, Dialect dialect, Understanding u) {
    String title =
        String.format(
            Locale.ROOT,
            "read from a %s (%s): %d of %d settings understood",
            launch.kind().words(),
            dialect.title(),
            u.understood(),
            u.total());
    String why =
        String.format(
            Locale.ROOT,
            "%d say what the plan is, %d leave the step as it is, %d act in a way that is not"
                + " modelled, %d are not known, %d have a value that only the machine knows",
            u.read().size(),
            u.withoutEffect().size(),
            u.notModelled().size(),
            u.unknown().size(),
            u.open().size());
    return new Finding(
        "read-from-launch-file", Severity.INFO, title, why, List.of(launch.source()), List.of());
  }

  private static void details(Understanding u, List<Finding> findings) {
    list(
        findings,
        "settings-not-understood",
        u.unknown(),
        "settings that Busbar does not know are taken to leave the step as it is");
    list(
        findings,
        "settings-not-modelled",
        u.notModelled(),
        "these act on the step or on memory, and the model has no term for them");
    list(
        findings,
        "settings-open",
        u.open(),
        "their value comes from outside the file; give it as an option where it matters");
  }

  private static void list(List<Finding> into, String code, List<Told> told, String why) {
    if (told.isEmpty()) {
      return;
    }
    List<String> lines =
        Stream.concat(
                told.stream().limit(MOST_LINES).map(Told::line),
                told.size() > MOST_LINES
                    ? Stream.of("and " + (told.size() - MOST_LINES) + " more")
                    : Stream.empty())
            .toList();
    boolean harmless = code.equals("settings-not-understood");
    String title =
        told.size()
            + (told.size() == 1 ? " setting " : " settings ")
            + Map.of(
                    "settings-not-understood", "not understood",
                    "settings-not-modelled", "not modelled",
                    "settings-open", "left open")
                .get(code);
    into.add(
        new Finding(
            code, harmless ? Severity.INFO : Severity.WARNING, title, why, lines, List.of()));
  }

  private static void remarks(Launch launch, List<Finding> findings) {
    List<String> lines = new ArrayList<>();
    launch.remarks().forEach(remark -> lines.add(remark.at() + ": " + remark.text()));
    launch
        .configurations()
        .forEach(c -> c.remarks().forEach(r -> lines.add(r.at() + ": " + r.text())));
    if (!lines.isEmpty()) {
      findings.add(
          new Finding(
              "launch-file-remarks",
              Severity.INFO,
              "how the file was read",
              "a script is followed without running it, as if nothing were set around it",
              lines,
              List.of()));
    }
  }
}
