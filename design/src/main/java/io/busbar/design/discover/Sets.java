package io.busbar.design.discover;

/** Disjoint sets of ints that are joined one pair at a time. Not thread-safe. */
final class Sets {
  private final int[] parent;

  Sets(int count) {
    parent = new int[count];
    for (int i = 0; i < count; i++) {
      parent[i] = i;
    }
  }

  int of(int member) {
    int at = member;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** The lower of both names stays. */
  void join(int a, int b) {
    int low = Math.min(of(a), of(b));
    int high = Math.max(of(a), of(b));
    parent[high] = low;
  }
}
