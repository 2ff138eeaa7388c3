package io.busbar.simulate.flow;

import java.util.Arrays;

/**
 * Max-min fair rates of flows on routes, kept up to date while flows start and stop. Each {@link
 * #settle} refills the flows whose bottleneck changed; a flow next to them is freed only when the
 * result would leave it without a bottleneck. A rate is max-min fair exactly when every flow has a
 * saturated link on which no flow is faster, so the result is that of a full computation. A flow
 * that stops while it shares no link keeps its links and its rate until another one comes.
 */
final class MaxMin {
  private static final int NONE = -1;

  /** Rounds of freeing neighbours before the whole component is computed. */
  private static final int ROUNDS = 12;

  /** Changes of a link's load before it is summed afresh, so that rounding cannot pile up. */
  private static final int RESUM = 4096;

  /** What counts as full, and as equally fast: wider than the levels that filling joins. */
  private static final double ENOUGH = 1e-8;

  /** A change of rate below this is rounding. */
  private static final double NOISE = 1e-12;

  private static final byte ACTIVE = 1;
  private static final byte QUEUED = 2;
  private static final byte WANTED = 4;

  /** Shares no link, so that its rate depends on nobody. */
  private static final byte ALONE = 8;

  /** Stopped while it was alone: left on its links, so that it starts again without work. */
  private static final byte PARKED = 16;

  /** Started again from there, in this {@link #settle}. */
  private static final byte RETURNED = 32;

  private final Crossings crossings;
  private final Filling filling;

  private final double[] capacity;
  private final double[] load;
  private final int[] loadAge;
  private final int[] held;
  private final double[] level;

  private double[] rate = new double[64];
  private int[] bottleneck = new int[64];
  private int[] free = new int[64];
  private byte[] state = new byte[64];
  private int[] pending = new int[64];
  private int pendingCount;
  private int[] freed = new int[64];
  private int freedCount;
  private int[] changed = new int[64];
  private double[] before = new double[64];
  private int changedCount;
  private int stamp;

  private final int[] touched;
  private final int[] touchedStamp;
  private final int[] loosened;
  private final boolean[] isLoosened;
  private final boolean[] isResized;
  private final int[] squeezed;
  private final double[] fixedLoad;
  private final double[] freeWeight;
  private final int[] freeCount;
  private int touchedCount;
  private int loosenedCount;

  /**
   * @param capacity what each link carries; the unit is the caller's and that of the rates
   */
  MaxMin(double[] capacity) {
    int links = capacity.length;
    this.capacity = capacity.clone();
    crossings = new Crossings(links);
    filling = new Filling(crossings, links);
    load = new double[links];
    loadAge = new int[links];
    held = new int[links];
    level = new double[links];
    touched = new int[links];
    touchedStamp = new int[links];
    loosened = new int[links];
    isLoosened = new boolean[links];
    isResized = new boolean[links];
    squeezed = new int[links];
    fixedLoad = new double[links];
    freeWeight = new double[links];
    freeCount = new int[links];
  }

  /** Adds a flow, see {@link Crossings#add}; a route must have at least one link. */
  int add(int[] links, double[] weights, int hops) {
    int flow = crossings.add(links, weights, hops);
    if (flow == rate.length) {
      int longer = flow + (flow >> 1);
      rate = Arrays.copyOf(rate, longer);
      bottleneck = Arrays.copyOf(bottleneck, longer);
      free = Arrays.copyOf(free, longer);
      state = Arrays.copyOf(state, longer);
      pending = Arrays.copyOf(pending, longer);
      freed = Arrays.copyOf(freed, longer);
      changed = Arrays.copyOf(changed, longer);
      before = Arrays.copyOf(before, longer);
    }
    filling.room(flow + 1);
    bottleneck[flow] = NONE;
    return flow;
  }

  /** Lets a flow take its share from the next {@link #settle} on. */
  void start(int flow) {
    want(flow, true);
  }

  /** Ends a flow; starting it again before the next {@link #settle} leaves all as it was. */
  void stop(int flow) {
    want(flow, false);
  }

  private void want(int flow, boolean wanted) {
    state[flow] = (byte) (wanted ? state[flow] | WANTED : state[flow] & ~WANTED);
    if ((state[flow] & QUEUED) == 0) {
      state[flow] |= QUEUED;
      pending[pendingCount++] = flow;
    }
  }

  /** Changes what a link carries, from the next {@link #settle} on. */
  void capacity(int link, double now) {
    meet(link);
    capacity[link] = now;
    isResized[link] = true;
    loosen(link);
  }

  /** Rate of a flow after the last {@link #settle}. */
  double rate(int flow) {
    return (state[flow] & PARKED) == 0 ? rate[flow] : 0;
  }

  /** The saturated link that holds a flow back; −1 when the flow is not active. */
  int bottleneck(int flow) {
    return (state[flow] & PARKED) == 0 ? bottleneck[flow] : NONE;
  }

  /** Sum of rates times weights on a link. */
  double load(int link) {
    return load[link];
  }

  /** The flow at a place of those that {@link #settle} gave another rate. */
  int changed(int i) {
    return changed[i];
  }

  /** The rate that such a flow had before. */
  double rateBefore(int i) {
    return before[i];
  }

  Crossings crossings() {
    return crossings;
  }

  /** Whether flows or links changed since the last {@link #settle}. */
  boolean unsettled() {
    return pendingCount > 0 || loosenedCount > 0;
  }

  /**
   * Brings all rates up to date.
   *
   * @return how many flows got another rate
   */
  int settle() {
    changedCount = 0;
    freedCount = 0;
    touchedCount = 0;
    stamp++;
    leaveAndJoin();
    freeAtLoosened();
    freeArrivals();
    for (int filled = 0, round = 0; filled < freedCount; round++) {
      filled = freedCount;
      fill();
      if (round < ROUNDS) {
        freeUnfair();
      } else {
        freeComponent();
      }
    }
    keep();
    return changedCount;
  }

  private void leaveAndJoin() {
    for (int i = 0; i < pendingCount; i++) {
      int flow = pending[i];
      boolean wanted = (state[flow] & WANTED) != 0;
      boolean active = (state[flow] & ACTIVE) != 0;
      if (wanted && (state[flow] & PARKED) != 0) {
        state[flow] += ACTIVE + RETURNED - PARKED;
      } else if (wanted && !active) {
        join(flow);
      } else if (!wanted && active && (state[flow] & ALONE) != 0) {
        state[flow] += PARKED - ACTIVE;
      } else if (!wanted && active) {
        leave(flow);
      }
    }
  }

  private void join(int flow) {
    for (int c = crossings.first(flow), end = crossings.end(flow); c < end; c++) {
      meet(crossings.link(c));
    }
    crossings.join(flow);
  }

  /** Somebody comes to a link: who was alone there is so no longer. */
  private void meet(int link) {
    if (crossings.count(link) != 1) {
      return;
    }
    int flow = crossings.flow(crossings.member(link, 0));
    boolean returned = (state[flow] & RETURNED) != 0;
    state[flow] &= ~(ALONE | RETURNED);
    if ((state[flow] & PARKED) != 0 || returned) {
      leave(flow);
    }
    if (returned) {
      crossings.join(flow);
    }
  }

  private void leave(int flow) {
    crossings.leave(flow);
    state[flow] &= ~(ACTIVE | PARKED);
    held[bottleneck[flow]]--;
    bottleneck[flow] = NONE;
    for (int c = crossings.first(flow); c < crossings.end(flow); c++) {
      int link = crossings.link(c);
      load[link] = crossings.count(link) == 0 ? 0 : load[link] - rate[flow] * crossings.weight(c);
      loosen(link);
    }
    rate[flow] = 0;
  }

  private void loosen(int link) {
    if (!isLoosened[link]) {
      isLoosened[link] = true;
      loosened[loosenedCount++] = link;
    }
  }

  /** Whoever a link held back may get more of it now. */
  private void freeAtLoosened() {
    for (int i = 0; i < loosenedCount; i++) {
      int link = loosened[i];
      boolean all = isResized[link];
      isLoosened[link] = false;
      isResized[link] = false;
      for (int m = 0, n = all || held[link] > 0 ? crossings.count(link) : 0; m < n; m++) {
        int flow = crossings.flow(crossings.member(link, m));
        if ((state[flow] & ACTIVE) != 0 && (all || bottleneck[flow] == link)) {
          free(flow);
        }
      }
    }
    loosenedCount = 0;
  }

  private void freeArrivals() {
    for (int i = 0; i < pendingCount; i++) {
      int flow = pending[i];
      boolean arrives = (state[flow] & (WANTED | ACTIVE)) == WANTED;
      if ((state[flow] & RETURNED) != 0) {
        before[changedCount] = 0;
        changed[changedCount++] = flow;
      }
      state[flow] &= ~(QUEUED | RETURNED);
      if (arrives && !startedAlone(flow)) {
        free(flow);
        for (int c = crossings.first(flow); c < crossings.end(flow); c++) {
          squeeze(crossings.link(c));
        }
      }
    }
    pendingCount = 0;
  }

  /** A flow that shares no link gets the rate of its narrowest. */
  private boolean startedAlone(int flow) {
    int narrowest = NONE;
    double share = Double.POSITIVE_INFINITY;
    for (int c = crossings.first(flow); c < crossings.end(flow); c++) {
      int link = crossings.link(c);
      if (crossings.count(link) > 1) {
        return false;
      }
      double here = capacity[link] / crossings.weight(c);
      if (here < share) {
        share = here;
        narrowest = link;
      }
    }
    for (int c = crossings.first(flow); c < crossings.end(flow); c++) {
      load[crossings.link(c)] = crossings.weight(c) * share;
    }
    level[narrowest] = share;
    take(flow, share, narrowest);
    state[flow] |= ALONE;
    return true;
  }

  /**
   * Frees those who must give way on a link that arrivals overload. No flow that the link holds
   * back ends below capacity over weight, so whoever is not above that stays.
   */
  private void squeeze(int link) {
    double least = capacity[link] / crossings.weightOn(link);
    if (squeezed[link] == stamp
        || load[link] + freeWeight[link] * least <= capacity[link] * (1 - ENOUGH)) {
      return;
    }
    squeezed[link] = stamp;
    for (int m = 0, n = crossings.count(link); m < n; m++) {
      int flow = crossings.flow(crossings.member(link, m));
      if (rate[flow] > least * (1 + ENOUGH)) {
        free(flow);
      }
    }
  }

  private void free(int flow) {
    if (free[flow] == stamp) {
      return;
    }
    free[flow] = stamp;
    freed[freedCount++] = flow;
    if (bottleneck[flow] != NONE) {
      held[bottleneck[flow]]--;
      bottleneck[flow] = NONE;
    }
    for (int c = crossings.first(flow), end = crossings.end(flow); c < end; c++) {
      int link = crossings.link(c);
      if (touchedStamp[link] != stamp) {
        touch(link);
      }
      fixedLoad[link] -= crossings.weight(c) * rate[flow];
      freeWeight[link] += crossings.weight(c);
      freeCount[link]++;
    }
  }

  private void touch(int link) {
    touchedStamp[link] = stamp;
    touched[touchedCount++] = link;
    if (++loadAge[link] == RESUM) {
      loadAge[link] = 0;
      load[link] = crossings.load(link, rate);
    }
    fixedLoad[link] = load[link];
    freeWeight[link] = 0;
    freeCount[link] = 0;
  }

  private void fill() {
    filling.begin();
    for (int i = 0; i < touchedCount; i++) {
      int link = touched[i];
      if (freeCount[link] == crossings.count(link)) {
        fixedLoad[link] = 0;
      }
      filling.offer(link, capacity[link] - fixedLoad[link], freeWeight[link], freeCount[link]);
    }
    filling.fill(free, stamp);
  }

  /**
   * Frees fixed flows that the new rates make unfair: those faster than a flow that the link holds
   * back, and those that lost their bottleneck because it is not full or another is faster on it.
   */
  private void freeUnfair() {
    for (int i = 0, links = touchedCount; i < links; i++) {
      int link = touched[i];
      if (freeCount[link] == crossings.count(link)) {
        continue;
      }
      boolean full = filling.left(link) <= ENOUGH * capacity[link];
      boolean loose = held[link] > 0 && !(full && filling.top(link) <= level[link] * (1 + ENOUGH));
      double most = filling.level(link) * (1 + ENOUGH);
      if (!loose && most < 0) {
        continue;
      }
      for (int m = 0, n = crossings.count(link); m < n; m++) {
        int flow = crossings.flow(crossings.member(link, m));
        if ((loose && bottleneck[flow] == link) || (most >= 0 && rate[flow] > most)) {
          free(flow);
        }
      }
    }
  }

  private void freeComponent() {
    for (int i = 0; i < touchedCount; i++) {
      for (int m = 0, n = crossings.count(touched[i]); m < n; m++) {
        free(crossings.flow(crossings.member(touched[i], m)));
      }
    }
  }

  private void keep() {
    for (int i = 0; i < touchedCount; i++) {
      int link = touched[i];
      load[link] = Math.max(capacity[link], fixedLoad[link]) - filling.left(link);
      if (filling.level(link) >= 0) {
        level[link] = filling.level(link);
      }
    }
    for (int i = 0; i < freedCount; i++) {
      take(freed[i], filling.rate(freed[i]), filling.bottleneck(freed[i]));
    }
  }

  private void take(int flow, double now, int heldBy) {
    boolean arrived = (state[flow] & ACTIVE) == 0;
    if (arrived || Math.abs(now - rate[flow]) > NOISE * rate[flow]) {
      before[changedCount] = rate[flow];
      changed[changedCount++] = flow;
      rate[flow] = now;
    }
    state[flow] |= ACTIVE;
    bottleneck[flow] = heldBy;
    held[heldBy]++;
  }
}
