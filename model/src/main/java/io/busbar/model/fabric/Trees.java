package io.busbar.model.fabric;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Lays out one tree. A layer's switches are as few as their ports allow, then more until their
 * number divides the links of each switch below, so that all get equally many (24 leaves with 32
 * links each need 12 spines of 64 ports, and get 16). Stateless.
 */
final class Trees {
  private Trees() {}

  /** The tree, or why there is none: exactly one of both. */
  record Outcome(@Nullable TreeSize size, String misfit) {
    static Outcome misfit(String why) {
      return new Outcome(null, why);
    }

    static Outcome of(TreeSize size) {
      return new Outcome(size, "");
    }
  }

  /**
   * Fewest switches above, each with {@code below · links / count ≤ ports}, that divide {@code
   * links}; 0 when even one link to each of {@code links} switches is too much.
   */
  static int above(long below, int links, int ports) {
    for (int count = 1; count <= links; count++) {
      if (links % count == 0 && below * (links / count) <= ports) {
        return count;
      }
    }
    return 0;
  }

  /** Layers as few as possible. */
  static Outcome fatTree(TreeInput in) {
    long ports = (long) in.grownHosts() * in.rails() * in.portsPerRail();
    if (in.mayBeOneSwitch() && ports <= in.leaf().radix()) {
      return Outcome.of(single(in));
    }
    int groups = in.groups(in.grownHosts());
    long leaves = (long) groups * in.rails();
    int up = in.leaf().up();
    int given = in.hostsPerPod() == 0 ? groups : in.groups(in.hostsPerPod());
    int spines = above(leaves, up, in.spineRadix());
    if (spines > 0 && given >= groups) {
      return Outcome.of(
          new TreeSize(
              2,
              in.groups(in.hosts()),
              in.rails(),
              in.leaf().down(),
              up,
              groups,
              1,
              spines,
              0,
              0,
              0));
    }
    return threeTiers(in, groups);
  }

  private static @Nullable PortSplit spine(TreeInput in) {
    return PortSplit.of(in.spineRadix(), in.spineWidth(), 1, in.spineRadix(), 0, in.spineOver());
  }

  private static TreeSize single(TreeInput in) {
    int down = in.hosts() * in.rails() * in.portsPerRail();
    return new TreeSize(1, 1, 1, down, 0, 1, 0, 0, 0, 0, 0);
  }

  private static Outcome threeTiers(TreeInput in, int groups) {
    PortSplit spine = spine(in);
    if (spine == null) {
      PortSplit near = PortSplit.nearest(in.spineRadix(), in.spineWidth(), 1, 0, in.spineOver());
      String can = near == null ? "none can be built" : "the nearest is " + near.oversubscription();
      return Outcome.misfit(
          "a spine of " + in.spineRadix() + " ports cannot have " + in.spineOver() + "; " + can);
    }
    if (in.rails() > spine.down()) {
      return Outcome.misfit(
          "a spine of "
              + in.spineRadix()
              + " ports has "
              + spine.down()
              + " downwards, fewer than the "
              + in.rails()
              + " leaves of a group");
    }
    TreeSize best = null;
    int most = Math.min(groups, spine.down() / in.rails());
    int least = 1;
    if (in.hostsPerPod() > 0) {
      least = in.groups(in.hostsPerPod());
      most = least <= most ? least : 0;
    }
    for (int perPod = most; perPod >= least; perPod--) {
      TreeSize size = withPods(in, groups, perPod, spine.down());
      if (size != null && (best == null || better(size, best))) {
        best = size;
      }
    }
    return best != null ? Outcome.of(best) : tooMany(in, spine.down() / in.rails());
  }

  /**
   * Three tiers with pods as large as spines allow and cores with a port for every pod, of whatever
   * size that takes.
   */
  static TreeSize standIn(TreeInput in) {
    PortSplit spine = spine(in);
    int down = spine == null ? Math.max(in.rails(), in.spineRadix() / 2) : spine.down();
    int groups = in.groups(in.grownHosts());
    int perPod = Math.clamp(down / in.rails(), 1, groups);
    if (in.hostsPerPod() > 0) {
      perPod = Math.clamp(in.groups(in.hostsPerPod()), 1, groups);
    }
    int up = in.leaf().up();
    long below = (long) perPod * in.rails();
    int spineUp =
        (int) Math.ceilDiv(below * in.spineOver().up(), in.spineOver().down() * in.spineWidth());
    int groupsNow = in.groups(in.hosts());
    int pods = Math.ceilDiv(groupsNow, perPod);
    return new TreeSize(
        3, groupsNow, in.rails(), in.leaf().down(), up, perPod, pods, up, spineUp, spineUp, 0);
  }

  /** Fewer switches; but not a pod that one broken spine cuts off, where there is another way. */
  private static boolean better(TreeSize size, TreeSize best) {
    boolean safe = size.spinesPerPod() > 1;
    return safe == best.spinesPerPod() > 1 ? size.switches() < best.switches() : safe;
  }

  private static Outcome tooMany(TreeInput in, int groupsPerPod) {
    long most = (long) groupsPerPod * in.hostsPerGroup();
    return in.hostsPerPod() > most
        ? Outcome.misfit(
            String.format(
                Locale.ROOT, "a pod has at most %,d hosts, not %,d", most, in.hostsPerPod()))
        : Outcome.misfit(
            String.format(
                Locale.ROOT,
                "three tiers of such switches join at most %,d hosts, not %,d",
                most * in.coreRadix(),
                in.grownHosts()));
  }

  private static @Nullable TreeSize withPods(TreeInput in, int groups, int perPod, int spineDown) {
    int pods = Math.ceilDiv(groups, perPod);
    int up = in.leaf().up();
    int leaves = perPod * in.rails();
    int spines = above(leaves, up, spineDown);
    if (spines == 0) {
      return null;
    }
    long below = (long) leaves * up / spines;
    int spineUp =
        (int) Math.ceilDiv(below * in.spineOver().up(), in.spineOver().down() * in.spineWidth());
    int cores = above(pods, spineUp, in.coreRadix());
    int groupsNow = in.groups(in.hosts());
    return cores == 0
        ? null
        : new TreeSize(
            3,
            groupsNow,
            in.rails(),
            in.leaf().down(),
            up,
            perPod,
            Math.ceilDiv(groupsNow, perPod),
            spines,
            spineUp,
            cores,
            0);
  }

  /**
   * Groups of leaves and spines, every two groups joined by equally many links between spines.
   * Spines lead half of their ports to other groups, divided by the oversubscription asked for.
   */
  static Outcome dragonfly(TreeInput in) {
    PortSplit spine = spine(in);
    int groups = in.groups(in.grownHosts());
    if (spine == null || in.rails() > spine.down()) {
      return Outcome.misfit(
          "a spine of " + in.spineRadix() + " ports is too small for " + in.rails() + " rails");
    }
    int most = spine.down() / in.rails();
    boolean given = in.hostsPerPod() > 0;
    int perPod = Math.min(groups, given ? in.groups(in.hostsPerPod()) : most);
    if (perPod > most) {
      return tooMany(in, most);
    }
    int pods = Math.ceilDiv(groups, perPod);
    perPod = given ? perPod : Math.ceilDiv(groups, pods);
    int up = in.leaf().up();
    int spines = above((long) perPod * in.rails(), up, spine.down());
    if (spines == 0) {
      return Outcome.misfit("a spine has too few ports for the leaves of a group");
    }
    int pair = pods == 1 ? 0 : spines * spine.up() / (pods - 1);
    if (pods > 1 && pair == 0) {
      return Outcome.misfit(
          String.format(
              Locale.ROOT,
              "at most %,d groups can be joined directly, not %,d",
              spines * spine.up() + 1,
              pods));
    }
    int groupsNow = in.groups(in.hosts());
    return Outcome.of(
        new TreeSize(
            2,
            groupsNow,
            in.rails(),
            in.leaf().down(),
            up,
            perPod,
            Math.ceilDiv(groupsNow, perPod),
            spines,
            0,
            0,
            pair));
  }
}
