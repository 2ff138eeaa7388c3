package io.busbar.app.imported;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.astra.SystemFile;
import io.busbar.formats.tree.TreeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How collectives of traces and workloads are done: as rings, an all-to-all directly, unless a
 * system file of ASTRA-sim says otherwise. Immutable.
 *
 * @param chosen algorithms that differ from these
 * @param splits parts into which a collective is cut
 * @param active parts of it that are on their way at a time
 * @param remarks what was taken for granted or left out of the file, a sentence each
 */
public record AstraSystem(
    Map<CollectiveOp, Algorithm> chosen, int splits, int active, List<String> remarks) {
  /** Nothing was said. */
  public static final AstraSystem RINGS = new AstraSystem(Map.of(), 1, 1, List.of());

  private static final Map<String, CollectiveOp> OPERATIONS =
      Map.of(
          "all-reduce", CollectiveOp.ALL_REDUCE,
          "all-gather", CollectiveOp.ALL_GATHER,
          "reduce-scatter", CollectiveOp.REDUCE_SCATTER,
          "all-to-all", CollectiveOp.ALL_TO_ALL);

  public AstraSystem {
    chosen = Map.copyOf(chosen);
    remarks = List.copyOf(remarks);
  }

  /**
   * Reads a system file.
   *
   * @throws InputException with every problem of the file, an algorithm that is not played among
   *     them
   */
  public static AstraSystem read(Path file) {
    Problems problems = new Problems();
    SystemFile system = SystemFile.of(TreeReader.read(file), problems);
    problems.throwIfAny();
    Map<CollectiveOp, Algorithm> chosen = new EnumMap<>(CollectiveOp.class);
    boolean several = false;
    for (Map.Entry<String, SystemFile.Algorithms> entry : system.algorithms().entrySet()) {
      CollectiveOp op = OPERATIONS.get(entry.getKey());
      SystemFile.Algorithms said = entry.getValue();
      several |= said.names().size() > 1;
      if (said.names().stream().distinct().count() > 1) {
        String expected = "the same algorithm in all dimensions";
        problems.add(said.at(), entry.getKey(), "" + said.names(), expected, "");
      } else if (op != null) {
        algorithm(op, said, problems, chosen);
      }
    }
    problems.throwIfAny();
    List<String> remarks = new ArrayList<>();
    remarks.add(
        "of the system file algorithms, splits and active chunks count; not "
            + (system.otherKeys().isEmpty()
                ? "anything else"
                : String.join(", ", system.otherKeys())));
    if (several) {
      remarks.add(
          "collectives are one algorithm over all ranks, not one dimension after the other");
    }
    return new AstraSystem(chosen, system.splits(), system.active(), remarks);
  }

  private static void algorithm(
      CollectiveOp op,
      SystemFile.Algorithms said,
      Problems problems,
      Map<CollectiveOp, Algorithm> chosen) {
    String name = said.names().getFirst();
    boolean exchange = op == CollectiveOp.ALL_TO_ALL;
    switch (name) {
      case "ring", "oneRing" -> chosen.put(op, exchange ? Algorithm.DIRECT : Algorithm.RING);
      case "direct", "oneDirect" -> chosen.put(op, Algorithm.DIRECT);
      default -> {
        if (exchange || !name.toLowerCase(Locale.ROOT).endsWith("halvingdoubling")) {
          // A tree that is not cut into many chunks would be slower than any real one.
          String expected = exchange ? "ring or direct" : "ring, direct or halvingDoubling";
          problems.add(said.at(), op.ncclTestsName(), name, expected, "");
        } else {
          chosen.put(op, Algorithm.HALVING_DOUBLING);
        }
      }
    }
  }

  /** What an operation of so many ranks is done with; a ring where the chosen one cannot. */
  Algorithm algorithm(CollectiveOp op, int ranks) {
    boolean exchange = op == CollectiveOp.ALL_TO_ALL;
    Algorithm usual = exchange ? Algorithm.DIRECT : Algorithm.RING;
    Algorithm said = chosen.getOrDefault(op, usual);
    boolean power = Integer.bitCount(ranks) == 1;
    return said == Algorithm.HALVING_DOUBLING && !power ? usual : said;
  }
}
