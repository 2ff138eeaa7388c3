package io.busbar.base.grid;

/** How the routers of a line of a grid are joined. Counts are of one line of n routers. */
public enum GridLine {
  /** Each to the next and the previous one, the last to the first; two by one link. */
  RING,
  /** The same without the link between the last and the first. */
  MESH,
  /** To a switch, by one link. */
  SWITCH,
  /** Each to all others: a line of a HyperX. */
  ALL;

  /** As answers write it. */
  public String word() {
    return switch (this) {
      case RING -> "ring";
      case MESH -> "line";
      case SWITCH -> "switch";
      case ALL -> "fully connected line";
    };
  }

  /** Links; a switch has one to each router. */
  public long links(long n) {
    return switch (this) {
      case RING -> n > 2 ? n : n - 1;
      case MESH -> n - 1;
      case SWITCH -> n > 1 ? n : 0;
      case ALL -> n * (n - 1) / 2;
    };
  }

  /** Ports of the router that has the most. */
  public int ports(int n) {
    return switch (this) {
      case RING, MESH -> Math.min(2, n - 1);
      case SWITCH -> n > 1 ? 1 : 0;
      case ALL -> n - 1;
    };
  }

  /** Ports of the router that has the fewest: an end of a mesh. */
  public int fewestPorts(int n) {
    return this == MESH ? Math.min(1, n - 1) : ports(n);
  }

  /** Most links on a shortest path. */
  public int diameter(int n) {
    return switch (this) {
      case RING -> n / 2;
      case MESH -> n - 1;
      case SWITCH -> n > 1 ? 2 : 0;
      case ALL -> Math.min(1, n - 1);
    };
  }

  /**
   * Links on a shortest path on average, over all pairs with a router and itself: n/4 of an even
   * ring and (n² − 1)/(4n) of an odd one, (n² − 1)/(3n) of a mesh, (n − 1)/n where all are joined,
   * twice that over a switch.
   */
  public double meanDistance(double n) {
    return switch (this) {
      case RING -> n % 2 == 0 ? n / 4 : (n * n - 1) / (4 * n);
      case MESH -> (n * n - 1) / (3 * n);
      case SWITCH -> 2 * (n - 1) / n;
      case ALL -> (n - 1) / n;
    };
  }

  /** Links that a cut through the middle takes away; of a switch those to the smaller half. */
  public long cut(long n) {
    return switch (this) {
      case RING -> n > 2 ? 2 : n - 1;
      case MESH -> Math.min(1, n - 1);
      case SWITCH -> n / 2;
      case ALL -> (n / 2) * (n - n / 2);
    };
  }

  /**
   * What the busiest link carries of what a router sends when all send equally much to all, itself
   * among them, on shortest paths, both ways round where they are equally long: n/8 on an even ring
   * ((n² − 1)/(8n) on an odd one, 1/2 of two), ⌊n/2⌋⌈n/2⌉/n in the middle of a mesh, 1/n where all
   * are joined, (n − 1)/n to a switch.
   */
  public double allToAllLoad(double n) {
    double middle = Math.floor(n / 2) * Math.ceil(n / 2) / n;
    return switch (this) {
      case RING -> n == 2 ? middle : n % 2 == 0 ? n / 8 : (n * n - 1) / (8 * n);
      case MESH -> middle;
      case SWITCH -> (n - 1) / n;
      case ALL -> 1 / n;
    };
  }

  /**
   * How many times the rate of a link a router sends to the others of its line, and receives, while
   * all gather or scatter: 2 on a ring, one each way round; 1 on a mesh, whose ring comes back on
   * the other direction of its links; 1 to a switch; n − 1 where all are joined.
   */
  public double gatherLinks(int n) {
    return switch (this) {
      case RING -> Math.min(2, n - 1);
      case MESH, SWITCH -> Math.min(1, n - 1);
      case ALL -> n - 1;
    };
  }

  /**
   * Links that follow each other until all have gathered: n − 1 round a ring; twice as many on a
   * mesh of three or more, whose ring jumps over every other router; one where all are joined, two
   * over a switch.
   */
  public int gatherHops(int n) {
    return switch (this) {
      case RING -> n - 1;
      case MESH -> n > 2 ? 2 * (n - 1) : n - 1;
      case SWITCH -> n > 1 ? 2 : 0;
      case ALL -> Math.min(1, n - 1);
    };
  }
}
