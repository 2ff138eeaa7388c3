package io.busbar.simulate.fabric;

/** A fabric with a host whose cable is not plugged in, for tests. */
public final class LooseEnds {
  private LooseEnds() {}

  /** Endpoints 0 and 1 on one switch; endpoint 2 beside it. */
  public static Fabric star() {
    FabricArrays arrays = new FabricArrays(4, 6);
    for (int endpoint = 0; endpoint < 3; endpoint++) {
      arrays.add(NodeKind.ENDPOINT, 1);
    }
    int leaf = arrays.add(NodeKind.LEAF, 3);
    arrays.covers(leaf, 3, 3, 1, 1);
    arrays.nicAddress = new int[] {3, 4, 5};
    for (int endpoint = 0; endpoint < 2; endpoint++) {
      arrays.join(endpoint, 3 + endpoint, new FabricArrays.Link(50_000_000_000L, 500_000, 0));
    }
    return new Fabric(arrays, 3);
  }
}
