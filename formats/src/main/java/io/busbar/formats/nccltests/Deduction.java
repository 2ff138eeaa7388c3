package io.busbar.formats.nccltests;

import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * Which collective a table without a name can only be. Evidence: the ratio of busbw to algbw, the
 * number of ranks, operation, root, and whether the test has an in-place half. Stateless.
 */
final class Deduction {
  private Deduction() {}

  /** The name, or empty when several collectives fit. */
  static String collective(NcclTestsTable table) {
    if (table.rows().isEmpty()) {
      return "";
    }
    List<String> fitting = new ArrayList<>();
    for (String name :
        List.of(
            "all_reduce",
            "all_gather",
            "reduce_scatter",
            "alltoall",
            "broadcast",
            "reduce",
            "sendrecv",
            "gather",
            "scatter")) {
      if (formFits(name, table.rows()) && ratioFits(name, table)) {
        fitting.add(name);
      }
    }
    return fitting.size() == 1 ? fitting.get(0) : "";
  }

  private static boolean ratioFits(String name, NcclTestsTable table) {
    RatioCheck check = RatioCheck.of(name, table.ranks(), table.rows());
    return switch (check.verdict()) {
      case FITS -> true;
      case UNDECIDED -> check.high() > 0 && (table.ranks() < 2 || check.expected() == 1);
      case OTHER_RANKS, OTHER_COLLECTIVE -> false;
    };
  }

  /** Operation and root as the tests print them: sendrecv, which reduces nothing, prints "sum". */
  private static boolean formFits(String name, List<Row> rows) {
    Row row = rows.get(rows.size() - 1);
    boolean rooted = row.root() >= 0;
    boolean reduces = !row.redop().isEmpty() && !row.redop().equals("none");
    boolean checkedOnlyOutOfPlace =
        rows.stream().anyMatch(r -> r.outOfPlace().wrong() >= 0 && r.inPlace().wrong() < 0);
    return switch (name) {
      case "all_reduce", "reduce_scatter" -> reduces && !rooted && !checkedOnlyOutOfPlace;
      case "all_gather" -> !reduces && !rooted && !checkedOnlyOutOfPlace;
      case "alltoall" -> !reduces && !rooted && checkedOnlyOutOfPlace;
      case "sendrecv" -> !rooted && !row.redop().isEmpty();
      case "broadcast", "gather", "scatter" -> rooted && !reduces;
      case "reduce" -> rooted && reduces;
      default -> false;
    };
  }
}
