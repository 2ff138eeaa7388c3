package io.busbar.design.place;

import io.busbar.model.cluster.Cluster;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.step.TimeModels;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be placed, and where.
 *
 * @param plan the job
 * @param cluster where it may run; null for the plan's own or a fabric
 * @param fabric files of a discovered fabric; empty without one
 * @param free files that name the free nodes or SLURM's tree of them; empty for all
 * @param check rank or host file of a placement to judge; null without one
 * @param confirm whether the flow engine plays the communication before and after
 * @param times how long collectives take
 */
public record PlaceQuestion(
    PlanFile plan,
    @Nullable Cluster cluster,
    List<Path> fabric,
    List<Path> free,
    @Nullable Path check,
    boolean confirm,
    TimeModels times) {
  public PlaceQuestion {
    fabric = List.copyOf(fabric);
    free = List.copyOf(free);
  }
}
