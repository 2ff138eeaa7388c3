package io.busbar.nccl.time;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.SystemConstant;

/**
 * What a cluster's own {@link SystemConstant}s are among the constants of the achieved time: those
 * of its kind of GPU and network. Stateless.
 */
public final class OwnConstants {
  private static final String SKEW = "process_skew_s";

  private OwnConstants() {}

  /** The constants of this version with those of the cluster in their place. */
  public static TimeConstants of(Cluster cluster) {
    TimeConstants constants = TimeConstants.standard();
    for (var own : cluster.collectives().values().entrySet()) {
      constants = with(constants, cluster, own.getKey(), own.getValue());
    }
    return constants;
  }

  /** The value that these constants give a cluster. */
  public static double value(TimeConstants constants, Cluster cluster, SystemConstant own) {
    double value = constants.value(name(cluster, own));
    return own == SystemConstant.START ? value + constants.value(SKEW) : value;
  }

  /**
   * The constants with one of a cluster's own.
   *
   * <p>A start contains the wait for the last rank, which kernels that are queued ahead do not
   * have: both change by the same factor.
   */
  public static TimeConstants with(
      TimeConstants constants, Cluster cluster, SystemConstant own, double value) {
    String name = name(cluster, own);
    if (own != SystemConstant.START) {
      return constants.with(name, value);
    }
    double factor = value / value(constants, cluster, own);
    return constants
        .with(name, factor * constants.value(name))
        .with(SKEW, factor * constants.value(SKEW));
  }

  private static String name(Cluster cluster, SystemConstant own) {
    Family family = Family.of(cluster.node().gpu().generation());
    Wire wire = Wire.of(cluster.network().kind());
    return switch (own) {
      case START -> "start_s_" + family.key();
      case SCALE_UP_SHARE -> "scale_up_share_" + family.key();
      case NVLS_SHARE -> "nvls_share_" + family.reducing().key();
      case CHANNEL_RATE -> "channel_bytes_per_s_" + family.blockKey();
      case SCALE_UP_LL_STEP -> "ll_step_s";
      case SCALE_UP_SIMPLE_STEP -> "simple_step_s";
      case NETWORK_SHARE -> "network_share_" + wire.shareKey();
      case NETWORK_LL_STEP -> "ll_step_s_" + wire.flagKey(family);
      case NETWORK_SIMPLE_STEP -> "simple_step_s_" + wire.chunkKey();
    };
  }
}
