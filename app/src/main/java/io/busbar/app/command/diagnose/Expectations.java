package io.busbar.app.command.diagnose;

import io.busbar.app.option.Named;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.expect.NcclExpectation;

/** What a diagnosis expects of where a job ran. Stateless. */
public final class Expectations {
  private Expectations() {}

  /**
   * Of a cluster as {@code --cluster} names it.
   *
   * @param cluster empty when the files tell it
   */
  public static Expectation of(String cluster) {
    return cluster.isEmpty()
        ? NcclExpectation.inferred()
        : NcclExpectation.of(Named.cluster(cluster), cluster);
  }
}
