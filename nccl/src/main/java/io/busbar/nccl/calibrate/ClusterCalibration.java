package io.busbar.nccl.calibrate;

import io.busbar.model.cluster.CalibratedConstant.Unit;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.SystemConstant;
import io.busbar.model.cluster.SystemConstants;
import io.busbar.nccl.time.OwnConstants;
import io.busbar.nccl.time.TimeConstants;
import io.busbar.nccl.validate.Prediction;
import io.busbar.nccl.validate.Systems;
import java.util.List;

/**
 * The achieved time on a cluster with some of its system constants as parameters. Those that the
 * cluster has already are where a fit starts. NCCL's choice does not depend on them.
 */
final class ClusterCalibration implements Tunable {
  private final Cluster cluster;
  private final Systems systems;
  private final TimeConstants constants;
  private final List<SystemConstant> free;
  private final List<Parameter> parameters;

  ClusterCalibration(Cluster cluster, Systems systems, List<SystemConstant> free) {
    this.cluster = cluster;
    this.systems = systems;
    this.constants = OwnConstants.of(cluster);
    this.free = List.copyOf(free);
    this.parameters = free.stream().map(this::parameter).toList();
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  private Parameter parameter(SystemConstant c) {
    return new Parameter(c.key(), c.meaning(), start(c), c.low(), c.high());
  }

  /** What holds without a fit. */
  double start(SystemConstant c) {
    return Math.clamp(OwnConstants.value(constants, cluster, c), c.low(), c.high());
  }

  @Override
  public Prediction with(double[] values) {
    TimeConstants changed = constants;
    for (int i = 0; i < values.length; i++) {
      changed = OwnConstants.with(changed, cluster, free.get(i), values[i]);
    }
    return systems.predict(changed);
  }

  /** What the cluster has of its own, with what a fit determined. */
  SystemConstants found(Fit fit) {
    SystemConstants found = cluster.collectives();
    for (int i = 0; i < free.size(); i++) {
      if (fit.estimates().get(i).determined()) {
        found = found.with(free.get(i), fit.estimates().get(i).value());
      }
    }
    return found;
  }

  /** As names of figures end: {@code _s}. */
  static String unit(SystemConstant c) {
    return c.unit() == Unit.SECONDS ? "s" : c.unit() == Unit.BYTES_PER_SECOND ? "B/s" : "";
  }
}
