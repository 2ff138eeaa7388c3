package io.busbar.collective.algorithm;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.Locality;
import java.util.List;

/**
 * The aggregation switches above the nodes, one tree per rail: each switch of level 0 serves as
 * many nodes as the first radix says, one of a level above as many switches as that level's, up to
 * one root; the last radix holds for all levels further up. Agents are numbered from {@code base},
 * rail by rail, from level 0 up.
 */
final class SharpTree {
  private final Locality locality;
  private final int base;
  private final List<Integer> radix;
  private final int rails;
  private final int[] start;

  SharpTree(Locality locality, List<Integer> radix) {
    this.locality = locality;
    this.base = locality.ranks();
    this.radix = radix;
    this.rails = locality.smallest();
    int levels = 0;
    int width = locality.nodes();
    do {
      width = above(width, levels++);
    } while (width > 1);
    start = new int[levels + 1];
    width = locality.nodes();
    for (int level = 0; level < levels; level++) {
      width = above(width, level);
      start[level + 1] = start[level] + width;
    }
  }

  private int above(int width, int level) {
    return Math.ceilDiv(width, radix(level));
  }

  private int radix(int level) {
    return radix.get(Math.min(level, radix.size() - 1));
  }

  int agents() {
    return rails * start[start.length - 1];
  }

  int rails() {
    return rails;
  }

  int levels() {
    return start.length - 1;
  }

  /** The switch that a node is attached to. */
  int leaf(int rail, int node) {
    return agent(rail, 0, node / radix(0));
  }

  private int agent(int rail, int level, int index) {
    return base + rail * start[levels()] + start[level] + index;
  }

  Agent describe(int switchIndex) {
    int inRail = switchIndex % start[levels()];
    int level = level(inRail);
    int rail = switchIndex / start[levels()];
    return new Agent(Agent.Kind.SHARP, -1, rail, level, inRail - start[level]);
  }

  private int level(int inRail) {
    int level = 0;
    while (inRail >= start[level + 1]) {
      level++;
    }
    return level;
  }

  UpDown.Links links(int agent) {
    Agent at = describe(agent - base);
    int below = at.level() == 0 ? locality.nodes() : start[at.level()] - start[at.level() - 1];
    int first = at.index() * radix(at.level());
    int[] children = new int[Math.min(radix(at.level()), below - first)];
    for (int i = 0; i < children.length; i++) {
      children[i] =
          at.level() == 0
              ? locality.rank(first + i, at.rail())
              : agent(at.rail(), at.level() - 1, first + i);
    }
    boolean isRoot = at.level() == levels() - 1;
    int parent = isRoot ? -1 : agent(at.rail(), at.level() + 1, at.index() / radix(at.level() + 1));
    return new UpDown.Links(parent, children, levels() - 1 - at.level(), false);
  }
}
