package io.busbar.model.fabric;

/**
 * One tree of a design, cabled switch by switch from its counts alone, with the ports in use of
 * each switch. The units of capacity make every figure whole: one link to a host is {@code scale}.
 */
final class Wired {
  final MaxFlow flow = new MaxFlow();
  final int source = flow.vertex();
  final int sink = flow.vertex();
  final int[] leafPorts;
  final int[] spinePorts;
  final int[] corePorts;
  long links;

  Wired(FabricDesign design, long scale) {
    TreeSize tree = design.tree();
    FabricRequest request = design.request();
    int rails = tree.rails();
    int ports =
        request.nicsPerHost()
            / (request.topology() == FabricTopology.RAIL_ONLY ? request.rails() : rails);
    int half = design.hosts() / 2;
    leafPorts = new int[tree.leaves()];
    spinePorts = new int[tree.spines()];
    corePorts = new int[tree.cores()];
    int[] leaf = new int[tree.leaves()];
    for (int i = 0; i < leaf.length; i++) {
      leaf[i] = flow.vertex();
      int from = i / rails * design.hostsPerGroup();
      int to =
          tree.tiers() == 1
              ? design.hosts()
              : Math.min(design.hosts(), from + design.hostsPerGroup());
      int left = Math.clamp(half - from, 0, to - from);
      flow.arc(source, leaf[i], left * ports * scale);
      flow.arc(leaf[i], sink, (to - from - left) * ports * scale);
      leafPorts[i] = (to - from) * ports + design.width() * tree.leafUp();
    }
    if (tree.tiers() == 1) {
      return;
    }
    int[] spine = vertices(tree.spines());
    int each = tree.leafUp() / tree.spinesPerPod();
    for (int i = 0; i < leaf.length; i++) {
      int pod = i / rails / tree.groupsPerPod();
      for (int s = 0; s < tree.spinesPerPod(); s++) {
        int above = pod * tree.spinesPerPod() + s;
        flow.link(leaf[i], spine[above], each * design.width() * scale);
        spinePorts[above] += each;
        links += each;
      }
    }
    if (tree.pairLinks() > 0) {
      global(tree, spine, design.width() * scale);
    } else if (tree.tiers() == 3) {
      cores(tree, spine, design.width() * scale);
    }
  }

  private int[] vertices(int count) {
    int[] made = new int[count];
    for (int i = 0; i < count; i++) {
      made[i] = flow.vertex();
    }
    return made;
  }

  private void cores(TreeSize tree, int[] spine, long scale) {
    int[] core = vertices(tree.cores());
    int each = tree.spineUp() / tree.coresPerSpine();
    for (int s = 0; s < spine.length; s++) {
      for (int c = 0; c < tree.coresPerSpine(); c++) {
        int above = s % tree.spinesPerPod() * tree.coresPerSpine() + c;
        flow.link(spine[s], core[above], each * scale);
        spinePorts[s] += each;
        corePorts[above] += each;
        links += each;
      }
    }
  }

  /** Links of a group to the others go to its spines in turn. */
  private void global(TreeSize tree, int[] spine, long scale) {
    int[] next = new int[tree.pods()];
    for (int a = 0; a < tree.pods(); a++) {
      for (int b = a + 1; b < tree.pods(); b++) {
        for (int i = 0; i < tree.pairLinks(); i++) {
          int from = a * tree.spinesPerPod() + next[a]++ % tree.spinesPerPod();
          int to = b * tree.spinesPerPod() + next[b]++ % tree.spinesPerPod();
          flow.link(spine[from], spine[to], scale);
          spinePorts[from]++;
          spinePorts[to]++;
          links++;
        }
      }
    }
  }
}
