package io.busbar.app.command.plan;

import io.busbar.app.call.InFile;
import io.busbar.app.imported.LaunchFiles;
import io.busbar.app.option.PlanOptions;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.plan.input.PlanFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plans of a call: one for each file and each cluster of a list with commas. Plans that say
 * nothing of their batch take the tokens of the first, so that they are compared at equal work.
 * Stateless.
 */
public final class PlanFiles {
  private static final String CLUSTER = "cluster";
  private static final String TOKENS = "batch.global_tokens";
  private static final List<String> BATCH =
      List.of("batch.global_batch", TOKENS, "batch.accumulation");

  private PlanFiles() {}

  /**
   * In the order of the call, files outside, clusters inside.
   *
   * @throws InputException with the problems of all of them
   */
  static List<PlanFile> load(List<String> files, PlanOptions keys) {
    Map<String, Tree.Scalar> options = keys.overlay();
    List<@Nullable Path> paths = new ArrayList<>();
    files.forEach(file -> paths.add(InFile.of(file, "FILE")));
    if (files.isEmpty()) {
      paths.add(null);
    }
    List<PlanFile> all = new ArrayList<>();
    Problems problems = new Problems();
    for (Path path : paths) {
      for (Map<String, Tree.Scalar> set : clusters(options)) {
        try {
          all.add(load(path, set, all));
        } catch (InputException e) {
          problems.addAll(e); // what all plans share is told once
        }
      }
    }
    problems.throwIfAny();
    return all;
  }

  private static PlanFile load(
      @Nullable Path file, Map<String, Tree.Scalar> options, List<PlanFile> before) {
    PlanFile plan = read(file, options);
    boolean given = options.keySet().stream().anyMatch(BATCH::contains);
    if (before.isEmpty() || given || !plan.batchAssumed()) {
      return plan;
    }
    long tokens = before.getFirst().training().tokens();
    if (tokens == plan.training().tokens() || tokens % plan.training().sequence() != 0) {
      return plan;
    }
    Map<String, Tree.Scalar> equal = new LinkedHashMap<>(options);
    Position at = Position.of("the first plan");
    equal.put(TOKENS, new Tree.Scalar(at, Long.toString(tokens), false));
    return read(file, equal);
  }

  /** A plan file, or what a training is started with. */
  private static PlanFile read(@Nullable Path file, Map<String, Tree.Scalar> options) {
    return file == null ? PlanFile.load(null, options) : LaunchFiles.plan(file, options);
  }

  /** The options once for each cluster of a list. */
  private static List<Map<String, Tree.Scalar>> clusters(Map<String, Tree.Scalar> options) {
    Tree.Scalar given = options.get(CLUSTER);
    if (given == null || !given.text().contains(",")) {
      return List.of(options);
    }
    List<Map<String, Tree.Scalar>> all = new ArrayList<>();
    for (String name : given.text().split(",")) {
      Map<String, Tree.Scalar> one = new LinkedHashMap<>(options);
      one.put(CLUSTER, new Tree.Scalar(given.at(), name.strip(), given.quoted()));
      all.add(one);
    }
    return all;
  }
}
