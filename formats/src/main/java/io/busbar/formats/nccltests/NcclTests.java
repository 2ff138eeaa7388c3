package io.busbar.formats.nccltests;

import io.busbar.base.problem.Problem;
import java.util.List;

/**
 * What an output of nccl-tests holds. Immutable.
 *
 * @param source the file as the user named it
 * @param tables in the order of the file; one per run of a test
 * @param warnings what could not be used, with its line; at most a hundred are kept
 * @param warningCount how many there were
 */
public record NcclTests(
    String source, List<NcclTestsTable> tables, List<Problem> warnings, int warningCount) {
  public NcclTests {
    tables = List.copyOf(tables);
    warnings = List.copyOf(warnings);
  }
}
