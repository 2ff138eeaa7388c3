package io.busbar.simulate.scenario.setting;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.packet.Fault;
import io.busbar.simulate.path.PortShare;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Slow links and hosts for engines without packets: what of each link is left, and when. */
public final class SlowLinks {
  private final Fabric fabric;
  private final List<Fault> faults;
  private final double[] share;

  /**
   * @param faults {@code SLOW_LINK} and {@code SLOW_HOST} only
   */
  public SlowLinks(Fabric fabric, List<Fault> faults) {
    this.fabric = fabric;
    this.faults = faults;
    share = new double[faults.isEmpty() ? 0 : fabric.ports()];
    Arrays.fill(share, 1);
    for (Fault fault : faults) {
      if (lasts(fault)) {
        ports(fault).forEach(port -> share[port] *= fault.value());
      }
    }
  }

  /** Whether a fault is there for the whole run. */
  public static boolean lasts(Fault fault) {
    return fault.fromPs() == 0 && fault.untilPs() == Long.MAX_VALUE;
  }

  /** What lasts for the whole run. */
  public PortShare share() {
    return share.length == 0 ? PortShare.ALL : port -> share[port];
  }

  /** Tells a network of what comes and goes. */
  public void schedule(FlowNetwork network) {
    List<Fault> passing = faults.stream().filter(fault -> !lasts(fault)).toList();
    int[] touched = passing.stream().flatMapToInt(this::ports).distinct().toArray();
    for (int port : touched) {
      List<Fault> here =
          passing.stream().filter(f -> ports(f).anyMatch(other -> other == port)).toList();
      long[] times =
          here.stream()
              .flatMapToLong(f -> LongStream.of(f.fromPs(), f.untilPs()))
              .filter(time -> time < Long.MAX_VALUE)
              .sorted()
              .distinct()
              .toArray();
      for (long time : times) {
        double left = share[port];
        for (Fault fault : here) {
          left *= fault.fromPs() <= time && time < fault.untilPs() ? fault.value() : 1;
        }
        network.changeRate(port, Math.round(fabric.bytesPerSecond(port) * left), time);
      }
    }
  }

  /** Both directions of a link, or of all links of a host. */
  private IntStream ports(Fault fault) {
    IntStream near =
        fault.kind() == Fault.Kind.SLOW_HOST
            ? IntStream.range(fabric.firstPort(fault.where()), fabric.endPort(fault.where()))
            : IntStream.of(fault.where());
    return near.filter(fabric::joined).flatMap(port -> IntStream.of(port, fabric.peer(port)));
  }
}
