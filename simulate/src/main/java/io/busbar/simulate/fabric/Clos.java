package io.busbar.simulate.fabric;

import io.busbar.simulate.fabric.FabricArrays.Link;

/**
 * Shape of a tree of leaves, spines and cores. One shape covers the k-ary fat tree, leaf–spine and
 * rail-optimised fabrics: they differ in numbers only.
 *
 * @param leaves leaf switches of all pods together
 * @param leavesPerPod leaves below one spine layer
 * @param leafDown ports of a leaf towards NICs
 * @param addressesPerPort endpoints behind such a port: more than 1 when they share a NIC
 * @param leafUp cables from a leaf to its spines; 0 when a single leaf joins everything
 * @param spinesPerPod spines of a pod; divides leafUp
 * @param spineUp cables from a spine to its cores; 0 without cores
 * @param coresPerSpine cores that a spine reaches, its equals in other pods the same; divides
 *     spineUp
 * @param pairLinks links between each two pods of a dragonfly+, in place of cores; else 0
 * @param host cable from a NIC to its leaf
 * @param spine cable from leaf to spine
 * @param core cable from spine to core
 */
record Clos(
    int leaves,
    int leavesPerPod,
    int leafDown,
    int addressesPerPort,
    int leafUp,
    int spinesPerPod,
    int spineUp,
    int coresPerSpine,
    int pairLinks,
    Link host,
    Link spine,
    Link core) {

  int pods() {
    return Math.ceilDiv(leaves, leavesPerPod);
  }

  int spines() {
    return pods() * spinesPerPod;
  }

  int cores() {
    return spinesPerPod * coresPerSpine;
  }

  int switches() {
    return leaves + spines() + cores();
  }

  /** Ports of all switches together. */
  int switchPorts() {
    return leaves * (leafDown + leafUp) + spines() * spinePorts() + cores() * corePorts();
  }

  private int spineBundle() {
    return spinesPerPod == 0 ? 0 : leafUp / spinesPerPod;
  }

  private int coreBundle() {
    return coresPerSpine == 0 ? 0 : spineUp / coresPerSpine;
  }

  private int spinePorts() {
    int up = pairLinks > 0 ? groups(0).globalPorts() : spineUp;
    return leavesPerPod * spineBundle() + up;
  }

  private int corePorts() {
    return pods() * coreBundle();
  }

  /** Links between the pods of a dragonfly+, with addresses from there on. */
  GroupLinks groups(int address) {
    int podAddresses = leavesPerPod * leafDown * addressesPerPort;
    return new GroupLinks(address, podAddresses, pods(), spinesPerPod, pairLinks, spineBundle());
  }

  /**
   * Adds all switches and joins them; leaves come first.
   *
   * @param address the first NIC address: port d of leaf l leads to the addressesPerPort addresses
   *     from address + (l·leafDown + d)·addressesPerPort
   * @return the first leaf
   */
  int build(FabricArrays arrays, int address) {
    int firstLeaf = addAll(arrays, NodeKind.LEAF, leaves, leafDown + leafUp);
    int firstSpine = addAll(arrays, NodeKind.SPINE, spines(), spinePorts());
    int firstCore = addAll(arrays, NodeKind.CORE, cores(), corePorts());
    int leafSpan = leafDown * addressesPerPort;
    for (int leaf = 0; leaf < leaves; leaf++) {
      arrays.covers(firstLeaf + leaf, address + leaf * leafSpan, leafDown, addressesPerPort, 1);
      joinToSpines(arrays, leaf, firstLeaf + leaf, firstSpine);
    }
    int podSpan = leavesPerPod * leafSpan;
    for (int s = 0; s < spines(); s++) {
      int pod = s / spinesPerPod;
      arrays.covers(firstSpine + s, address + pod * podSpan, leavesPerPod, leafSpan, spineBundle());
      joinToCores(arrays, s, firstSpine + s, firstCore);
    }
    if (pairLinks > 0) {
      joinPods(arrays, firstLeaf, firstSpine);
    }
    for (int c = 0; c < cores(); c++) {
      arrays.covers(firstCore + c, address, pods(), podSpan, coreBundle());
    }
    return firstLeaf;
  }

  private static int addAll(FabricArrays arrays, NodeKind kind, int count, int ports) {
    int first = -1;
    for (int i = 0; i < count; i++) {
      int node = arrays.add(kind, ports);
      first = i == 0 ? node : first;
    }
    return first;
  }

  private void joinToSpines(FabricArrays arrays, int leaf, int node, int firstSpine) {
    int pod = leaf / leavesPerPod;
    for (int up = 0; up < leafUp; up++) {
      int spineNode = firstSpine + pod * spinesPerPod + up / spineBundle();
      int down = leaf % leavesPerPod * spineBundle() + up % spineBundle();
      arrays.join(
          arrays.firstPort[node] + leafDown + up, arrays.firstPort[spineNode] + down, spine);
    }
  }

  private void joinPods(FabricArrays arrays, int firstLeaf, int firstSpine) {
    GroupLinks groups = groups(0);
    for (int leaf = 0; leaf < leaves; leaf++) {
      arrays.route[(firstLeaf + leaf) * FabricArrays.ROUTE_WORDS + FabricArrays.PLACE] = 1;
    }
    for (int s = 0; s < spines(); s++) {
      int w = (firstSpine + s) * FabricArrays.ROUTE_WORDS;
      arrays.route[w + FabricArrays.PLACE] = 2 + s % spinesPerPod;
    }
    for (int from = 0; from < pods(); from++) {
      for (int to = from + 1; to < pods(); to++) {
        for (int i = 0; i < pairLinks; i++) {
          int there = globalPort(arrays, groups, firstSpine, from, groups.firstLink(from, to) + i);
          int back = globalPort(arrays, groups, firstSpine, to, groups.firstLink(to, from) + i);
          arrays.join(there, back, core);
        }
      }
    }
  }

  private int globalPort(
      FabricArrays arrays, GroupLinks groups, int firstSpine, int pod, int link) {
    int node = firstSpine + pod * spinesPerPod + groups.spine(link);
    return arrays.firstPort[node] + leavesPerPod * spineBundle() + groups.port(link);
  }

  private void joinToCores(FabricArrays arrays, int s, int node, int firstCore) {
    int pod = s / spinesPerPod;
    for (int up = 0; up < spineUp; up++) {
      int coreNode = firstCore + s % spinesPerPod * coresPerSpine + up / coreBundle();
      int down = pod * coreBundle() + up % coreBundle();
      arrays.join(
          arrays.firstPort[node] + leavesPerPod * spineBundle() + up,
          arrays.firstPort[coreNode] + down,
          core);
    }
  }
}
