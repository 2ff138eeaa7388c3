package io.busbar.simulate.packet;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Begins and ends faults at their times. */
final class FaultSchedule {
  private record Change(long timePs, Fault fault, boolean begins) {}

  private final Core core;
  private final Faults faults;
  private final LinkFrames frames;
  private final Transmitter transmitter;
  private final List<Change> changes;
  private final double[] slowness;
  private int next;

  FaultSchedule(
      Core core, List<Fault> plan, Faults faults, LinkFrames frames, Transmitter transmitter) {
    this.core = core;
    this.faults = faults;
    this.frames = frames;
    this.transmitter = transmitter;
    changes =
        plan.stream()
            .flatMap(fault ->
                Stream.of(
                    new Change(fault.fromPs(), fault, true),
                    new Change(fault.untilPs(), fault, false)))
            .filter(change -> change.timePs() < Long.MAX_VALUE)
            .sorted(Comparator.comparingLong(Change::timePs).thenComparing(Change::begins))
            .toList();
    plan.forEach(this::check);
    slowness = new double[core.ports.count];
    Arrays.fill(slowness, 1);
    scheduleNext();
  }

  private void check(Fault fault) {
    int nodes = core.fabric.nodes();
    boolean known =
        switch (fault.kind()) {
          case LOSS, BIT_ERRORS, LINK_DOWN, SLOW_LINK -> fault.where() < core.ports.count;
          case SLOW_HOST, STUCK_NIC -> fault.where() < core.endpoints;
          case SWITCH_LOSS -> fault.where() >= core.endpoints && fault.where() < nodes;
        };
    if (!known || fault.where() < 0) {
      throw new IllegalArgumentException("nothing there for " + fault);
    }
  }

  private void scheduleNext() {
    if (next < changes.size()) {
      core.events.schedule(core.faultEvent, changes.get(next).timePs());
    }
  }

  /** The time of the next changes has come. */
  void due() {
    long now = core.events.now();
    while (next < changes.size() && changes.get(next).timePs() <= now) {
      apply(changes.get(next++));
    }
    scheduleNext();
  }

  private void apply(Change change) {
    Fault fault = change.fault();
    int sign = change.begins() ? 1 : -1;
    double factor = change.begins() ? fault.value() : 1 / fault.value();
    switch (fault.kind()) {
      case LOSS -> faults.addLoss(fault.where(), sign * fault.value());
      case BIT_ERRORS -> faults.addBitErrors(fault.where(), sign * fault.value());
      case LINK_DOWN -> bothDirections(fault.where(), sign);
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
