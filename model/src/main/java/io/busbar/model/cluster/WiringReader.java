package io.busbar.model.cluster;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.Wiring;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads which leaf each NIC port is cabled to. Leaves are numbered from 0 in each tree, leaf group
 * by leaf group, in a group rail by rail. Used once.
 */
final class WiringReader {
  static final String WORDS = "^(regular|random(:[0-9]{1,18})?)$";

  private static final Pattern WORD = Pattern.compile(WORDS);
  private static final long USUAL_SEED = 1;
  private static final int FREE = -1;

  private final FabricDesign fabric;
  private final String key;
  private final Problems problems;
  private final int nics;
  private final int leaves;

  /**
   * @param key dotted path, for messages
   */
  WiringReader(FabricDesign fabric, String key, Problems problems) {
    this.fabric = fabric;
    this.key = key;
    this.problems = problems;
    nics = fabric.request().node().nics();
    leaves = fabric.tree().leaves();
  }

  /** The wiring; regular after problems were added. */
  Wiring read(Tree tree) {
    if (tree instanceof Tree.Sequence list) {
      return listed(list);
    }
    String text = tree instanceof Tree.Scalar scalar ? scalar.text() : "";
    if (!WORD.matcher(text).matches()) {
      String expected = "regular, random, random:SEED, or a list for every node";
      problems.add(tree.at(), key, tree.shown(), expected, "");
      return Wiring.REGULAR;
    }
    if (text.equals("regular")) {
      return Wiring.REGULAR;
    }
    int colon = text.indexOf(':');
    return Wiring.random(colon < 0 ? USUAL_SEED : Long.parseLong(text.substring(colon + 1)));
  }

  private Wiring listed(Tree.Sequence list) {
    int nodes = fabric.request().nodes();
    if (list.items().size() != nodes) {
      String expected = "a list for each of " + nodes + " nodes";
      problems.add(list.at(), key, list.items().size() + " lists", expected, "");
      return Wiring.REGULAR;
    }
    int[] leafOf = new int[nodes * nics];
    Arrays.fill(leafOf, FREE);
    for (int node = 0; node < nodes; node++) {
      node(list.items().get(node), node, leafOf);
    }
    checkRoom(list, leafOf);
    return Wiring.given(leafOf);
  }

  private void node(Tree tree, int node, int[] leafOf) {
    String at = key + "[" + node + "]";
    List<Tree> items = tree instanceof Tree.Sequence list ? list.items() : List.of();
    if (items.size() != nics) {
      problems.add(tree.at(), at, tree.shown(), "a leaf for each of " + nics + " NIC ports", "");
      return;
    }
    for (int nic = 0; nic < nics; nic++) {
      Tree item = items.get(nic);
      String text = item instanceof Tree.Scalar scalar ? scalar.text() : "";
      int leaf = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : FREE;
      if (leaf == FREE || leaf >= leaves) {
        String expected = "a leaf from 0 to " + (leaves - 1);
        String hint = leaves == 1 ? "give rails or leaf.nodes for more than one leaf" : "";
        problems.add(item.at(), at + "[" + nic + "]", item.shown(), expected, hint);
      } else {
        leafOf[node * nics + nic] = leaf;
      }
    }
  }

  /** A leaf has ports for as many NICs as in the regular wiring. */
  private void checkRoom(Tree list, int[] leafOf) {
    int[] used = new int[leaves];
    for (int leaf : leafOf) {
      if (leaf != FREE) {
        used[leaf]++;
      }
    }
    int room = fabric.tree().leafDown();
    for (int leaf = 0; leaf < leaves; leaf++) {
      if (used[leaf] > room) {
        String read = used[leaf] + " NIC ports on leaf " + leaf;
        problems.add(list.at(), key, read, "at most " + room + ", its ports downwards", "");
      }
    }
  }
}
