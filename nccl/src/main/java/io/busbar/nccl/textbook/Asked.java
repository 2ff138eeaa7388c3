package io.busbar.nccl.textbook;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.choice.Candidate;
import io.busbar.nccl.choice.Choice;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import org.jspecify.annotations.Nullable;

/**
 * A collective of a communicator of a cluster.
 *
 * @param ranks GPUs that take part
 * @param ranksPerDomain of them in an NVLink domain
 */
public record Asked(
    CollectiveOp op, Cluster cluster, int ranks, int ranksPerDomain, NcclSetup setup) {

  boolean oneDomain() {
    return ranks <= ranksPerDomain;
  }

  NcclCurve curve() {
    return NcclTime.of(cluster, setup)
        .prepare(op, NcclTime.shape(cluster, ranks, Math.min(ranks, ranksPerDomain)));
  }

  double seconds(double bytes) {
    return curve().seconds(bytes, Ledger.OFF);
  }

  double seconds(double bytes, Algorithm algorithm) {
    return curve().seconds(bytes, algorithm, Protocol.SIMPLE);
  }

  /** What NCCL chooses; null for what has no choice. */
  static @Nullable Algorithm chosen(NcclCurve curve, double bytes) {
    Choice choice = curve.choice(bytes);
    Candidate candidate = choice == null ? null : choice.chosen();
    return candidate == null ? null : candidate.algorithm();
  }

  Asked symmetric(boolean registered) {
    return new Asked(op, cluster, ranks, ranksPerDomain, setup.symmetric(registered));
  }
}
