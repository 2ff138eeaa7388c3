package io.busbar.simulate.packet;

import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Inseparable;
import io.busbar.simulate.network.RunEnd;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Plays regions side by side (conservative parallel simulation, Chandy and Misra 1979, in windows).
 * Nothing that one does before the earliest event of all plus the least latency of a link between
 * regions can reach another before then: up to there each plays on its own. Between windows, when
 * all stand still, they hand over what crosses.
 *
 * <p>A run is done with the event after which nothing is open in any region, and what comes after
 * it must not be played. So in a window in which that could happen a region stops as soon as
 * nothing is open in it; when the others have played on, or have stopped as well, it is known
 * whether and when the run was done.
 */
final class Windows {
  /**
   * A window with fewer events than this before it is played by one thread, one region at a time.
   */
  private static final long FEW_EVENTS = 1024;

  private static final int EVENTS_PER_QUESTION = 4096;

  private final Region[] regions;
  private final long lookAheadPs;
  private final boolean[] through;
  private long limitPs;
  private boolean stopIdle;
  private long timeoutsSeen;
  private long otherThreadsNanos;

  Windows(Region[] regions, Regions division) {
    this.regions = regions;
    lookAheadPs = division.lookAheadPs();
    through = new boolean[regions.length];
  }

  /** Up to where at least all regions have been played. */
  long nowPs() {
    return Arrays.stream(regions).mapToLong(Region::nowPs).min().orElse(0);
  }

  /** Events that all regions have played. */
  long events() {
    long events = 0;
    for (Region region : regions) {
      events += region.core.counters.events;
    }
    return events;
  }

  /**
   * @param cpuNanos processor time of the thread that asks
   */
  RunEnd run(long untilPs, LongSupplier cpuNanos, Cancel cancel) {
    Crew crew = new Crew(regions.length, this::window, cpuNanos);
    try (crew) {
      return run(crew, untilPs, cancel);
    } finally {
      otherThreadsNanos = crew.cpuNanos();
    }
  }

  /** Processor time of the threads that the last run started. */
  long otherThreadsNanos() {
    return otherThreadsNanos;
  }

  private RunEnd run(Crew crew, long untilPs, Cancel cancel) {
    long before = events();
    long asked = before;
    long work = FEW_EVENTS;
    for (Region region : regions) {
      region.hand();
    }
    takeAll();
    while (!allIdle()) {
      long next = nextPs();
      if (next == Long.MAX_VALUE) {
        return stopped(regions, latestPs());
      }
      if (next > untilPs) {
        takeAll();
        for (Region region : regions) {
          region.idleUntil(untilPs);
        }
        return RunEnd.of(RunEnd.Reason.TIME, untilPs);
      }
      limitPs = lookAheadPs > untilPs - next ? untilPs + 1 : next + lookAheadPs;
      stopIdle = !openUntil(limitPs);
      if (work < FEW_EVENTS) {
        for (int i = 0; i < regions.length; i++) {
          window(i);
        }
      } else {
        crew.play();
      }
      if (stopIdle && !playThrough()) {
        break;
      }
      checkSeparable();
      for (Region region : regions) {
        region.hand();
      }
      long events = events();
      work = events - before;
      before = events;
      if (events - asked >= EVENTS_PER_QUESTION) {
        asked = events;
        if (cancel.cancelled()) {
          takeAll();
          return RunEnd.of(RunEnd.Reason.CANCELLED, nowPs());
        }
      }
    }
    return RunEnd.of(RunEnd.Reason.DONE, donePs());
  }

  /** One region's part of a window: what the others handed, then its own events. */
  private void window(int number) {
    takeIn(number);
    through[number] = regions[number].play(limitPs, stopIdle);
  }

  private void takeIn(int number) {
    for (int other = 0; other < regions.length; other++) {
      if (other != number) {
        regions[number].takeFrom(regions[other]);
      }
    }
  }

  private void takeAll() {
    for (int i = 0; i < regions.length; i++) {
      takeIn(i);
    }
  }

  /**
   * Brings all regions to the end of a window in which some have stopped because nothing was open
   * in them.
   *
   * @return false when the run was done before, and all stand where it was
   */
  private boolean playThrough() {
    while (true) {
      if (!allIdle()) {
        boolean busyAtEnd = false;
        boolean waiting = false;
        for (int i = 0; i < regions.length; i++) {
          busyAtEnd |= through[i] && !regions[i].idle();
          waiting |= !through[i];
        }
        if (!waiting) {
          return true;
        }
        // Who is not idle when a window ends was not done in it, so neither was the run.
        boolean certain = busyAtEnd;
        for (int i = 0; i < regions.length; i++) {
          if (!through[i]) {
            through[i] = regions[i].play(limitPs, !certain);
          }
        }
      } else if (allAtTheEnd()) {
        return false;
      }
    }
  }

  /**
   * Plays each region up to the event after which, as it seems, nothing was open anywhere.
   *
   * @return whether that is still so
   */
  private boolean allAtTheEnd() {
    Region last = lastToBeIdle();
    long endPs = last.idlePs();
    int endEvent = last.idleEvent();
    for (Region region : regions) {
      if (region != last) {
        region.play(endPs, endEvent, false);
      }
    }
    return allIdle() && lastToBeIdle() == last && last.idlePs() == endPs;
  }

  private Region lastToBeIdle() {
    Region last = regions[0];
    for (Region region : regions) {
      boolean later =
          region.idlePs() > last.idlePs()
              || region.idlePs() == last.idlePs() && region.idleEvent() > last.idleEvent();
      last = later ? region : last;
    }
    return last;
  }

  private boolean allIdle() {
    for (Region region : regions) {
      if (!region.idle()) {
        return false;
      }
    }
    return true;
  }

  private boolean openUntil(long timePs) {
    for (Region region : regions) {
      if (region.openUntil(timePs)) {
        return true;
      }
    }
    return false;
  }

  private long nextPs() {
    long next = Long.MAX_VALUE;
    for (Region region : regions) {
      next = Math.min(next, Math.min(region.nextPs(), region.handedPs()));
    }
    return next;
  }

  private long latestPs() {
    return Arrays.stream(regions).mapToLong(Region::nowPs).max().orElse(0);
  }

  private long donePs() {
    return lastToBeIdle().idlePs();
  }

  /** A circle of pauses ends the run at the timeout that finds it; one thread finds it then. */
  private void checkSeparable() {
    long timeouts = 0;
    for (Region region : regions) {
      timeouts += region.core.counters.timeouts;
      if (region.hasUnreached()) {
        throw new Inseparable("a message has no path, which is reported at once");
      }
    }
    if (timeouts != timeoutsSeen) {
      timeoutsSeen = timeouts;
      if (!new WaitCycle(regions).find().isEmpty()) {
        throw new Inseparable("ports wait for each other in a circle");
      }
    }
  }

  /** How a run ended in which nothing is left to happen. */
  static RunEnd stopped(Region[] regions, long nowPs) {
    List<Integer> cycle = new WaitCycle(regions).find();
    return cycle.isEmpty()
        ? RunEnd.of(RunEnd.Reason.STALLED, nowPs)
        : new RunEnd(RunEnd.Reason.DEADLOCK, nowPs, cycle);
  }

  /** Plays on, one region at a time, until no packet is left or nothing happens. */
  void drain() {
    boolean alone = regions.length == 1;
    boolean packets = true;
    while (packets) {
      for (Region region : regions) {
        region.hand();
      }
      long next = nextPs();
      takeAll();
      packets = false;
      for (Region region : regions) {
        packets |= region.hasPackets();
      }
      if (!packets || next == Long.MAX_VALUE) {
        return;
      }
      for (Region region : regions) {
        region.drain(alone ? Long.MAX_VALUE : next + lookAheadPs, alone);
      }
    }
  }
}
