package io.busbar.plan.space;

import io.busbar.formats.tree.Tree;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.TrainingRequest;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.search.Pipelines;
import java.util.List;

/**
 * What all set-ups of a {@link Block} have in common.
 *
 * @param plan the plan file of it, without what varies inside the block
 * @param modelNumber which of the models of the space it trains
 * @param model what is trained
 * @param cluster where
 * @param fabric its fabric as it was asked for; empty for the usual one
 * @param request how, the layout left open
 * @param pipelines what schedules may be tried
 * @param terms what the cluster costs and draws
 * @param goodput share of time in which it trains
 */
record Frame(
    Tree.Mapping plan,
    int modelNumber,
    ModelSpec model,
    Cluster cluster,
    String fabric,
    TrainingRequest request,
    List<Pipelines> pipelines,
    ClusterTerms terms,
    double goodput) {
  Frame {
    pipelines = List.copyOf(pipelines);
  }
}
