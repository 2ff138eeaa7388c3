package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.List;

/** A run of traffic on a packet network, for tests; {@link #done} audits it. */
record Played(PacketNetwork network, TrafficRun run, RunEnd end) {
  static final TimeSpan CABLE = TimeSpan.parse("500ns");
  static final TimeSpan NO_DELAY = new TimeSpan(0);
  static final Bandwidth RATE = Bandwidth.parse("400Gb/s");
  static final PacketSettings ROCE = PacketSettings.roce();
  static final PacketSettings NO_CONTROL = ROCE.with(RateSettings.OFF).with(MarkingSettings.OFF);

  static Fabric star(int endpoints) {
    return Fabrics.star(endpoints, RATE, CABLE, NO_DELAY);
  }

  static Fabric fatTree(int k) {
    return Fabrics.fatTree(k, RATE, CABLE, NO_DELAY);
  }

  static Fabric leafSpine(int leaves, int hosts, int spines) {
    return Fabrics.leafSpine(leaves, hosts, spines, spines, RATE, RATE, CABLE, NO_DELAY);
  }

  static Played any(
      Fabric fabric, PacketSettings settings, List<Fault> faults, Traffic traffic, long seed) {
    PacketNetwork network = new PacketNetwork(fabric, settings, faults, seed);
    TrafficRun run = new TrafficRun(network, traffic);
    return new Played(network, run, run.run(Long.MAX_VALUE, Cancel.NEVER));
  }

  static Played done(Fabric fabric, PacketSettings settings, Traffic traffic) {
    return done(fabric, settings, List.of(), traffic, 1);
  }

  /** Runs to the end: all delivered, the books closed, and not before the bound. */
  static Played done(
      Fabric fabric, PacketSettings settings, List<Fault> faults, Traffic traffic, long seed) {
    Played played = any(fabric, settings, faults, traffic, seed);
    assertThat(played.end().reason()).isEqualTo(RunEnd.Reason.DONE);
    assertThat(played.run().failures()).isZero();
    assertThat(played.lastPs()).isGreaterThanOrEqualTo(boundPs(fabric, settings, traffic));
    Audit audit = played.network().audit();
    assertThat(audit.closed()).as("%s", audit).isTrue();
    return played;
  }

  long lastPs() {
    return run.lastPs();
  }

  Counters counters() {
    return network.counters();
  }

  /** What the busiest host link needs for its frames, without latency. */
  static long boundPs(Fabric fabric, PacketSettings settings, Traffic traffic) {
    PacketSettings.Wire wire = settings.wire();
    long[] in = new long[fabric.endpoints()];
    long[] out = new long[fabric.endpoints()];
    long bound = 0;
    for (int i = 0; i < traffic.count(); i++) {
      long packets = Math.max(1, Math.ceilDiv(traffic.bytes()[i], wire.mtuBytes()));
      long bytes = traffic.bytes()[i] + packets * (wire.headerBytes() + wire.gapBytes());
      in[traffic.dst()[i]] += bytes;
      out[traffic.src()[i]] += bytes;
    }
    for (int e = 0; e < in.length; e++) {
      long rate = fabric.bytesPerSecond(fabric.firstPort(e));
      bound = Math.max(bound, SimTime.transferPs(Math.max(in[e], out[e]), rate));
    }
    return bound;
  }
}
