package io.busbar.simulate.packet;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/** Begins and ends faults at their times. */
final class FaultSchedule {
  private record Change(long timePs, Fault fault, boolean begins, int order) {}

  private final Core core;
  private final Faults faults;
  private final LinkFrames frames;
  private final Transmitter transmitter;
  private final PriorityQueue<Change> changes =
      new PriorityQueue<>(
          Comparator.comparingLong(Change::timePs)
              .thenComparing(Change::begins)
              .thenComparingInt(Change::order));
  private final double[] slowness;

  FaultSchedule(
      Core core, List<Fault> plan, Faults faults, LinkFrames frames, Transmitter transmitter) {
    this.core = core;
    this.faults = faults;
    this.frames = frames;
    this.transmitter = transmitter;
    plan.forEach(this::check);
    for (int i = 0; i < plan.size(); i++) {
      changes.add(new Change(plan.get(i).fromPs(), plan.get(i), true, i));
    }
    slowness = new double[core.ports.count];
    Arrays.fill(slowness, 1);
    scheduleNext();
  }

  private void check(Fault fault) {
    int nodes = core.fabric.nodes();
    boolean known =
        switch (fault.kind()) {
          case LOSS, BIT_ERRORS, LINK_DOWN, FLAP, SLOW_LINK -> fault.where() < core.ports.count;
          case SLOW_HOST, STUCK_NIC -> fault.where() < core.endpoints;
          case SWITCH_LOSS -> fault.where() >= core.endpoints && fault.where() < nodes;
        };
    if (!known || fault.where() < 0) {
      throw new IllegalArgumentException("nothing there for " + fault);
    }
  }

  private void scheduleNext() {
    if (!changes.isEmpty()) {
      core.events.schedule(core.faultEvent, changes.peek().timePs());
    }
  }

  /** The time of the next changes has come. */
  void due() {
    long now = core.events.now();
    while (!changes.isEmpty() && changes.peek().timePs() <= now) {
      Change change = changes.remove();
      apply(change);
      addNext(change);
    }
    scheduleNext();
  }

  /** After a beginning comes the end; after the end of a flap its next period. */
  private void addNext(Change change) {
    Fault fault = change.fault();
    boolean flaps = fault.kind() == Fault.Kind.FLAP;
    long down = Math.max(1, Math.round(fault.periodPs() * fault.value()));
    long at =
        change.begins()
            ? flaps ? Math.min(fault.untilPs(), change.timePs() + down) : fault.untilPs()
            : flaps ? nextPeriod(fault, change.timePs()) : Long.MAX_VALUE;
    if (at < (change.begins() ? Long.MAX_VALUE : fault.untilPs())) {
      changes.add(new Change(at, fault, !change.begins(), change.order()));
    }
  }

  private static long nextPeriod(Fault fault, long nowPs) {
    return fault.fromPs()
        + Math.ceilDiv(nowPs - fault.fromPs(), fault.periodPs()) * fault.periodPs();
  }

  private void apply(Change change) {
    Fault fault = change.fault();
    int sign = change.begins() ? 1 : -1;
    double factor = change.begins() ? fault.value() : 1 / fault.value();
    switch (fault.kind()) {
      case LOSS -> faults.addLoss(fault.where(), sign * fault.value());
      case BIT_ERRORS -> faults.addBitErrors(fault.where(), sign * fault.value());
      case LINK_DOWN, FLAP -> bothDirections(fault.where(), sign);
      case SLOW_LINK -> slow(fault.where(), factor);
      case SLOW_HOST -> portsOf(fault.where()).forEach(port -> slow(port, factor));
      case STUCK_NIC -> portsOf(fault.where()).forEach(port -> stick(port, change.begins()));
      case SWITCH_LOSS -> portsOf(fault.where()).forEach(port -> bothDirections(port, sign));
    }
  }

  private IntStream portsOf(int node) {
    return IntStream.range(core.fabric.firstPort(node), core.fabric.endPort(node));
  }

  private void bothDirections(int port, int sign) {
    faults.addDown(port, sign);
    if (core.fabric.joined(port)) {
      faults.addDown(core.fabric.peer(port), sign);
    }
  }

  private void slow(int port, double factor) {
    for (int direction : new int[] {port, core.fabric.peer(port)}) {
      slowness[direction] *= factor;
      core.ports.setRate(direction, core.fabric.bytesPerSecond(direction) * slowness[direction]);
    }
  }

  private void stick(int port, boolean stuck) {
    if (!core.owns(core.fabric.owner(port))) {
      return;
    }
    if (frames.credits()) {
      frames.withhold(port, stuck);
      transmitter.kick(port);
    } else {
      for (int c = 0; c < core.controlClass; c++) {
        frames.pause(port, c, stuck);
      }
      transmitter.kick(port);
    }
  }
}
