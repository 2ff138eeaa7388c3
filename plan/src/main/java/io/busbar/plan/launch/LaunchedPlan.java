package io.busbar.plan.launch;

import io.busbar.base.report.Finding;
import io.busbar.formats.tree.Tree;
import java.util.List;

/**
 * A launch file as a plan.
 *
 * @param plan the keys of a plan file
 * @param understanding how well the file was understood
 * @param findings what the user should know of how it was read
 */
public record LaunchedPlan(Tree.Mapping plan, Understanding understanding, List<Finding> findings) {
  public LaunchedPlan {
    findings = List.copyOf(findings);
  }
}
