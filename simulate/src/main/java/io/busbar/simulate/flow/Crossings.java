package io.busbar.simulate.flow;

import java.util.Arrays;

/**
 * Which active flow crosses which link, and with what part of its rate. A crossing is one (flow,
 * link) pair and an int; a link keeps the crossings of its active flows, in no order. Arrays only
 * grow; joining and leaving cost the length of the route.
 */
final class Crossings {
  private static final int[] EMPTY = {};

  private final int[][] members;
  private final int[] memberCount;
  private final double[] memberWeight;

  private int flows;
  private int[] first = new int[65];
  private int[] linkOf = new int[256];
  private int[] flowOf = new int[256];
  private int[] place = new int[256];
  private double[] weight = new double[256];

  Crossings(int links) {
    members = new int[links][];
    Arrays.fill(members, EMPTY);
    memberCount = new int[links];
    memberWeight = new double[links];
  }

  /**
   * Adds a flow with its route; it is not active yet.
   *
   * @param links links of the route, each once
   * @param weights part of the flow's rate that each link carries, above 0
   * @return the flow: 0, 1, 2…
   */
  int add(int[] links, double[] weights, int hops) {
    int begin = first[flows];
    int end = begin + hops;
    if (end > linkOf.length) {
      int longer = Math.max(end, linkOf.length + (linkOf.length >> 1));
      linkOf = Arrays.copyOf(linkOf, longer);
      flowOf = Arrays.copyOf(flowOf, longer);
      place = Arrays.copyOf(place, longer);
      weight = Arrays.copyOf(weight, longer);
    }
    for (int i = 0; i < hops; i++) {
      linkOf[begin + i] = links[i];
      flowOf[begin + i] = flows;
      weight[begin + i] = weights[i];
    }
    flows++;
    if (flows + 1 > first.length) {
      first = Arrays.copyOf(first, first.length + (first.length >> 1));
    }
    first[flows] = end;
    return flows - 1;
  }

  /** Puts a flow on the links of its route. */
  void join(int flow) {
    for (int c = first[flow]; c < first[flow + 1]; c++) {
      int link = linkOf[c];
      int n = memberCount[link]++;
      int[] list = members[link];
      if (n == list.length) {
        list = Arrays.copyOf(list, Math.max(4, n * 2));
        members[link] = list;
      }
      list[n] = c;
      place[c] = n;
      memberWeight[link] += weight[c];
    }
  }

  /** Takes a flow off the links of its route. */
  void leave(int flow) {
    for (int c = first[flow]; c < first[flow + 1]; c++) {
      int link = linkOf[c];
      int n = --memberCount[link];
      int[] list = members[link];
      int last = list[n];
      list[place[c]] = last;
      place[last] = place[c];
      memberWeight[link] = n == 0 ? 0 : memberWeight[link] - weight[c];
    }
  }

  /** The first crossing of a flow's route; the route ends before that of the next flow. */
  int first(int flow) {
    return first[flow];
  }

  int end(int flow) {
    return first[flow + 1];
  }

  int link(int crossing) {
    return linkOf[crossing];
  }

  int flow(int crossing) {
    return flowOf[crossing];
  }

  double weight(int crossing) {
    return weight[crossing];
  }

  /** Active flows on a link. */
  int count(int link) {
    return memberCount[link];
  }

  /** Sum of the weights of the active flows on a link. */
  double weightOn(int link) {
    return memberWeight[link];
  }

  /** Sum of rates times weights of the active flows on a link. */
  double load(int link, double[] rate) {
    double sum = 0;
    for (int m = 0; m < memberCount[link]; m++) {
      int crossing = members[link][m];
      sum += weight[crossing] * rate[flowOf[crossing]];
    }
    return sum;
  }

  int member(int link, int i) {
    return members[link][i];
  }
}
