package io.busbar.collective.algorithm;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.Locality;

/**
 * The aggregation switches above the nodes, one tree per rail: switches of level 0 each serve
 * {@code radix} nodes, those of a level above {@code radix} switches, up to one root. Agents are
 * numbered from {@code base}, rail by rail, from level 0 up.
 */
final class SharpTree {
  private final Locality locality;
  private final int base;
  private final int radix;
  private final int rails;
  private final int[] start;

  SharpTree(Locality locality, int radix) {
    this.locality = locality;
    this.base = locality.ranks();
    this.radix = radix;
    this.rails = locality.smallest();
    int levels = 1;
    for (int width = above(locality.nodes()); width > 1; width = above(width)) {
      levels++;
    }
    start = new int[levels + 1];
    int width = locality.nodes();
    for (int level = 0; level < levels; level++) {
      width = above(width);
      start[level + 1] = start[level] + width;
    }
  }

  private int above(int width) {
    return (width + radix - 1) / radix;
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
    return agent(rail, 0, node / radix);
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
    int first = at.index() * radix;
    int[] children = new int[Math.min(radix, below - first)];
    for (int i = 0; i < children.length; i++) {
      children[i] =
          at.level() == 0
              ? locality.rank(first + i, at.rail())
              : agent(at.rail(), at.level() - 1, first + i);
    }
    boolean isRoot = at.level() == levels() - 1;
    int parent = isRoot ? -1 : agent(at.rail(), at.level() + 1, at.index() / radix);
    return new UpDown.Links(parent, children, levels() - 1 - at.level(), false);
  }
}
