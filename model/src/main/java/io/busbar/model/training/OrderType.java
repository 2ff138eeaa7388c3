package io.busbar.model.training;

import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.SchemaNode;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code tp,cp,ep,pp,dp}: every axis once, in any order. Stateless. */
final class OrderType implements Type<List<GroupAxis>> {
  private static final String EXPECTED =
      "each of tp, cp, ep, pp and dp once, such as tp,cp,ep,pp,dp";

  private static final Map<String, GroupAxis> AXES =
      Map.of(
          "tp",
          GroupAxis.TP,
          "cp",
          GroupAxis.CP,
          "ep",
          GroupAxis.EP,
          "pp",
          GroupAxis.PP,
          "dp",
          GroupAxis.DP);

  @Override
  public @Nullable List<GroupAxis> read(Tree tree, String key, Problems problems) {
    List<GroupAxis> order = tree instanceof Tree.Scalar s ? parse(s.text()) : null;
    if (order == null) {
      problems.add(tree.at(), key, tree.shown(), EXPECTED, "write it as one text with commas");
    }
    return order;
  }

  private static @Nullable List<GroupAxis> parse(String text) {
    List<GroupAxis> order = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      GroupAxis axis = AXES.get(part.strip());
      if (axis == null || order.contains(axis)) {
        return null;
      }
      order.add(axis);
    }
    return order.size() == AXES.size() ? order : null;
  }

  @Override
  public Map<String, Object> schema() {
    String axis = "\\s*(tp|cp|ep|pp|dp)\\s*";
    return SchemaNode.of("string", "pattern", "^" + axis + "(," + axis + "){4}$");
  }
}
