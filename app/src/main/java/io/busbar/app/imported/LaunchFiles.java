package io.busbar.app.imported;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.calculon.ExecutionFile;
import io.busbar.formats.env.EnvFiles;
import io.busbar.formats.launch.Launch;
import io.busbar.formats.launch.LaunchReader;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.launch.LaunchPlans;
import io.busbar.plan.launch.LaunchedPlan;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans from plan files and from what people start a training with. Stateless. */
public final class LaunchFiles {
  private static final String CLUSTER = "cluster";

  private LaunchFiles() {}

  /**
   * The plan of a file, whichever kind it is.
   *
   * @param options keys of the plan that stand above it
   * @throws InputException with every problem found
   */
  public static PlanFile plan(Path file, Map<String, Tree.Scalar> options) {
    String name = file.toString();
    if (LaunchReader.isDocument(name)) {
      Tree tree = TreeReader.read(file);
      if (tree instanceof Tree.Mapping root && ExecutionFile.matches(tree)) {
        return CalculonPlans.plan(name, root, options);
      }
      Launch launch = tree instanceof Tree.Mapping root ? LaunchReader.ofTree(name, root) : null;
      return launch == null
          ? PlanFile.of(tree, options, List.of(), new Problems())
          : planned(launch, options);
    }
    List<String> notes = new ArrayList<>();
    String text = EnvFiles.text(file, notes);
    if (text == null) {
      throw new InputException(
          new Problem(Position.of(name), "", "", "a text file of at most 4 MiB", notes.getFirst()));
    }
    Launch launch = LaunchReader.read(name, text, LaunchPlans::knows, other -> beside(file, other));
    return launch == null ? PlanFile.load(file, options) : planned(launch, options);
  }

  private static PlanFile planned(Launch launch, Map<String, Tree.Scalar> options) {
    Problems problems = new Problems();
    LaunchedPlan plan = LaunchPlans.of(launch, options.get(CLUSTER), problems);
    Map<String, Tree.Scalar> rest = new LinkedHashMap<>(options);
    rest.remove(CLUSTER);
    return PlanFile.of(plan.plan(), rest, plan.findings(), problems);
  }

  /** A file that a script names, when it lies below the script or the working directory. */
  private static @Nullable String beside(Path script, String name) {
    try {
      Path folder = script.toAbsolutePath().normalize().getParent();
      Path here = Path.of("").toAbsolutePath();
      for (Path root : folder == null ? List.of(here) : List.of(folder, here)) {
        Path other = root.resolve(name).normalize();
        if (other.startsWith(root) && Files.isRegularFile(other)) {
          return EnvFiles.text(other, new ArrayList<>());
        }
      }
    } catch (InvalidPathException e) {
      return null;
    }
    return null;
  }
}
