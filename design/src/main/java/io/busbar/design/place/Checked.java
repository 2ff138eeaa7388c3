package io.busbar.design.place;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.hosts.HostText;
import io.busbar.formats.hosts.RankFile;
import io.busbar.formats.hosts.RankFileReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A placement that somebody gives: which slot each rank is on, and which node each slot.
 *
 * @param slotOfRank slots count in the order in which ranks first meet them
 * @param order node of each slot
 * @param busy nodes of it that are not free
 */
record Checked(int[] slotOfRank, int[] order, List<String> busy) {
  private static final int MOST_HINTS = 10;

  Checked {
    busy = List.copyOf(busy);
  }

  /**
   * @param file rank or host file
   * @param ranks of the job
   * @throws InputException with every problem found: unknown nodes, ranks missing or too many
   */
  static Checked read(Path file, FreeNodes free, int ranks) {
    Problems problems = new Problems();
    Site site = free.site();
    int perNode = site.cluster().node().gpus();
    RankFile read = RankFileReader.read(file.toString(), HostText.of(file), perNode, problems);
    if (!problems.any() && read.ranks().size() != ranks) {
      String expected = ranks + ", as the plan has";
      problems.add(Position.of(file.toString()), "ranks", read.ranks().size() + "", expected, "");
    }
    Map<String, Integer> byName = Sites.index(site);
    Map<String, Integer> slots = new LinkedHashMap<>();
    Map<String, Integer> counts = new LinkedHashMap<>();
    int[] slotOfRank = new int[read.ranks().size()];
    int hints = 0;
    for (int r = 0; r < slotOfRank.length; r++) {
      RankFile.Rank rank = read.ranks().get(r);
      slotOfRank[r] = slots.computeIfAbsent(rank.host(), h -> slots.size());
      boolean first = counts.merge(rank.host(), 1, Integer::sum) == 1;
      if (first && !byName.containsKey(rank.host())) {
        String hint = hints++ < MOST_HINTS ? Nearest.hint(rank.host(), byName.keySet()) : "";
        Position at = new Position(file.toString(), rank.line(), 0);
        problems.add(at, "", rank.host(), "a node of " + site.name(), hint);
      }
    }
    counts.forEach((host, n) -> {
      if (n != perNode) {
        String expected = perNode + ", the GPUs of a node of the plan";
        problems.add(Position.of(file.toString()), host, n + " ranks", expected, "");
      }
    });
    problems.throwIfAny();
    int[] order = slots.keySet().stream().mapToInt(h -> byName.getOrDefault(h, 0)).toArray();
    return new Checked(slotOfRank, order, busy(free, slots));
  }

  private static List<String> busy(FreeNodes free, Map<String, Integer> slots) {
    List<String> freeNames = new ArrayList<>();
    for (int node : free.order()) {
      freeNames.add(free.site().nodes().get(node));
    }
    List<String> busy = new ArrayList<>(slots.keySet());
    busy.removeAll(new java.util.HashSet<>(freeNames));
    return busy;
  }
}
