package io.busbar.runtime.transport;

import io.busbar.collective.schedule.Locality;

/** Localities of parts of a group. */
final class Localities {
  private Localities() {}

  /** That of some ranks: nodes without members vanish, the others keep their order. */
  static Locality of(Locality whole, int[] members) {
    int[] name = new int[whole.nodes()];
    for (int member : members) {
      name[whole.node(member)] = 1;
    }
    int nodes = 0;
    for (int node = 0; node < name.length; node++) {
      nodes += name[node];
      name[node] = nodes - 1;
    }
    int[] nodeOf = new int[members.length];
    int[] railOf = new int[members.length];
    for (int i = 0; i < members.length; i++) {
      nodeOf[i] = name[whole.node(members[i])];
      railOf[i] = whole.rail(members[i]);
    }
    return new Locality(nodeOf, railOf);
  }
}
