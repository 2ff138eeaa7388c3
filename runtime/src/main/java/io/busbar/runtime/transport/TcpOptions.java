package io.busbar.runtime.transport;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/**
 * How ranks connect over TCP.
 *
 * @param addresses own addresses, one for each interface that is to be used; streams take turns
 * @param streams connections between each pair of ranks for data
 * @param slots room of each link; a receiver's slots are the credits of its sender
 * @param frozenAfter how long a rank may show no sign of life
 * @param deadline longest time to connect
 * @param host name under which ranks of one host know each other
 */
public record TcpOptions(
    List<InetAddress> addresses,
    int streams,
    SlotSize slots,
    Duration frozenAfter,
    Duration deadline,
    String host) {
  private static final int MOST_STREAMS = 16;

  public TcpOptions {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty() || streams < 1 || streams > MOST_STREAMS) {
      throw new IllegalArgumentException(
          addresses.size()
              + " addresses, "
              + streams
              + " streams; expected at least one, and 1 to "
              + MOST_STREAMS);
    }
  }

  /** Two streams over the loopback interface; nobody else can connect. */
  public static TcpOptions loopback() {
    return of(List.of(InetAddress.getLoopbackAddress()), "loopback");
  }

  /**
   * Two streams over chosen interfaces.
   *
   * @param host a name of this host, the same for all ranks on it
   */
  public static TcpOptions of(List<InetAddress> addresses, String host) {
    return new TcpOptions(
        addresses,
        2,
        new SlotSize(256 << 10, 4),
        Duration.ofSeconds(1),
        Duration.ofSeconds(60),
        host);
  }

  public TcpOptions withStreams(int count) {
    return new TcpOptions(addresses, count, slots, frozenAfter, deadline, host);
  }

  public TcpOptions withSlots(SlotSize size) {
    return new TcpOptions(addresses, streams, size, frozenAfter, deadline, host);
  }

  public TcpOptions withFrozenAfter(Duration longest) {
    return new TcpOptions(addresses, streams, slots, longest, deadline, host);
  }

  public TcpOptions withHost(String name) {
    return new TcpOptions(addresses, streams, slots, frozenAfter, deadline, name);
  }
}
