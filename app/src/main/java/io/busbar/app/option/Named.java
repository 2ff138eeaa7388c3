package io.busbar.app.option;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.version.NcclVersion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What options of several commands name: a cluster, a release of NCCL. */
public final class Named {
  private Named() {}

  /**
   * @param text value of {@code --cluster}
   * @throws InputException when it names no cluster
   */
  public static Cluster cluster(String text) {
    Problems problems = new Problems();
    return checked(Clusters.parse(text, Position.of("--cluster"), problems), problems);
  }

  /**
   * A cluster that was read together with other input.
   *
   * @param read null only after a problem was added
   * @throws InputException when there is any problem
   */
  public static Cluster checked(@Nullable Cluster read, Problems problems) {
    problems.throwIfAny();
    if (read == null) {
      throw new IllegalStateException("no cluster and no problem said");
    }
    return read;
  }

  /**
   * @param text value of {@code --nccl}; null when it was not given
   * @return empty when it was not given, or after a problem was added
   */
  public static Optional<NcclVersion> nccl(@Nullable String text, Problems problems) {
    return text == null
        ? Optional.empty()
        : NcclVersion.parse(text, Position.of("--nccl"), problems);
  }
}
