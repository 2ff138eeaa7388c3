package io.busbar.simulate.traffic;

import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.NetworkPart;
import io.busbar.simulate.network.PartedNetwork;
import io.busbar.simulate.network.RunEnd;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Plays {@link Traffic} on any network and keeps when each message arrived. Used once. */
public final class TrafficRun implements Listener {
  private static final long NEVER = -1;

  private final Network network;
  private final long[] deliveredPs;
  private int failures;

  /** Connects every pair of the traffic and posts its messages. */
  public TrafficRun(Network network, Traffic traffic) {
    this.network = network;
    deliveredPs = new long[traffic.count()];
    Arrays.fill(deliveredPs, NEVER);
    for (int i = 0; i < traffic.count(); i++) {
      int connection = network.connect(traffic.src()[i], traffic.dst()[i], 0, 0);
      network.send(connection, traffic.bytes()[i], i);
    }
  }

  public RunEnd run(long untilPs, Cancel cancel) {
    return network instanceof PartedNetwork parted && parted.parts() > 1
        ? parted.run(
            IntStream.range(0, parted.parts()).mapToObj(i -> arrivals(parted.part(i))).toList(),
            untilPs,
            cancel)
        : network.run(this, untilPs, cancel);
  }

  private Listener arrivals(NetworkPart part) {
    return token -> deliveredPs[(int) token] = part.nowPs();
  }

  @Override
  public void delivered(long token) {
    deliveredPs[(int) token] = network.nowPs();
  }

  @Override
  public void failed(long token, Failure why) {
    failures++;
  }

  /** When a message arrived, picoseconds; negative if it did not. */
  public long deliveredPs(int message) {
    return deliveredPs[message];
  }

  /** When the last message arrived, picoseconds. */
  public long lastPs() {
    return Arrays.stream(deliveredPs).max().orElse(0);
  }

  public int failures() {
    return failures;
  }
}
