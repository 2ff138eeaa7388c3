package io.busbar.nccl.calibrate;

import io.busbar.collective.api.GroupShape;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.SystemConstant;
import io.busbar.nccl.validate.Systems;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which system constants tables can tell at all, before any fit: by the kinds of groups and sizes
 * that were measured, and by how many points there are.
 */
final class Support {
  /** The most important first: of two that data cannot tell apart, it is kept. */
  private static final List<SystemConstant> BY_IMPORTANCE =
      List.of(
          SystemConstant.START,
          SystemConstant.SCALE_UP_SHARE,
          SystemConstant.NETWORK_SHARE,
          SystemConstant.NVLS_SHARE,
          SystemConstant.NETWORK_SIMPLE_STEP,
          SystemConstant.NETWORK_LL_STEP,
          SystemConstant.SCALE_UP_LL_STEP,
          SystemConstant.SCALE_UP_SIMPLE_STEP,
          SystemConstant.CHANNEL_RATE);

  private static final int POINTS_PER_CONSTANT = 3;
  private static final long LATENCY_ENDS = 32L << 20;
  private static final long RATES_BEGIN = 1L << 20;

  private final Cluster cluster;
  private int points;
  private long smallest = Long.MAX_VALUE;
  private long largest;
  private boolean severalDomains;
  private boolean severalInDomain;

  Support(Cluster cluster, Systems systems, List<Experiment> experiments) {
    this.cluster = cluster;
    for (Experiment e : experiments) {
      GroupShape group = systems.group(e).orElse(null);
      for (Point p : e.points()) {
        points++;
        smallest = Math.min(smallest, p.sizeBytes());
        largest = Math.max(largest, p.sizeBytes());
      }
      severalDomains |= group != null && group.domains() > 1;
      severalInDomain |= group != null && group.ranksPerDomain() > 1;
    }
  }

  /** Those that may be fitted, the most important first. */
  List<SystemConstant> free() {
    List<SystemConstant> free = new ArrayList<>();
    for (SystemConstant c : BY_IMPORTANCE) {
      boolean enough = points >= POINTS_PER_CONSTANT * (free.size() + 1);
      if (enough && reason(c).isEmpty()) {
        free.add(c);
      }
    }
    return free;
  }

  /** Why the others may not. */
  Map<SystemConstant, String> refused() {
    List<SystemConstant> free = free();
    Map<SystemConstant, String> refused = new EnumMap<>(SystemConstant.class);
    for (SystemConstant c : BY_IMPORTANCE) {
      if (!free.contains(c)) {
        String reason = reason(c);
        refused.put(c, reason.isEmpty() ? "only " + points + " points" : reason);
      }
    }
    return refused;
  }

  private String reason(SystemConstant c) {
    boolean inside = !c.ofNetwork() && c != SystemConstant.START;
    if (c.ofNetwork() && !severalDomains) {
      return "no table over several scale-up domains";
    }
    if (inside && !severalInDomain) {
      return "no table with several GPUs of a domain";
    }
    if (c == SystemConstant.NVLS_SHARE && !cluster.node().inSwitchReduction()) {
      return "no reduction in the switches of this node";
    }
    if (c.latency() && smallest > LATENCY_ENDS) {
      return "only sizes above 32 MiB: latencies stay as they are";
    }
    if (!c.latency() && largest < RATES_BEGIN) {
      return "only sizes below 1 MiB: rates stay as they are";
    }
    return "";
  }
}
