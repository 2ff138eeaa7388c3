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
 * @param deadline longest time to connect, where the bootstrap does not say how long to wait
 * @param host name under which ranks of one host know each other
 * @param signed whether every frame carries a signature, so that nobody on the way can change,
 *     repeat or leave out data unnoticed; alike on all ranks
 */
public record TcpOptions(
    List<InetAddress> addresses,
    int streams,
    SlotSize slots,
    Duration frozenAfter,
    Duration deadline,
    String host,
    boolean signed) {
  private static final int MOST_STREAMS = 16;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException without an address, or outside 1 to 16 streams
   */
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

  /**
   * Two streams over the loopback interface; no other host can connect.
   *
   * @return options for ranks of one host
   */
  public static TcpOptions loopback() {
    return of(List.of(InetAddress.getLoopbackAddress()), "loopback");
  }

  /**
   * Two streams over chosen interfaces.
   *
   * @param addresses of this host, one for each interface; a rank listens on these only
   * @param host a name of this host, the same for all ranks on it
   * @return options with four slots of 256 KiB, a second until a rank is taken for frozen, and a
   *     minute to connect
   */
  public static TcpOptions of(List<InetAddress> addresses, String host) {
    return new TcpOptions(
        addresses,
        2,
        new SlotSize(256 << 10, 4),
        Duration.ofSeconds(1),
        Duration.ofSeconds(60),
        host,
        false);
  }

  /**
   * The same with more or fewer connections between each pair of ranks.
   *
   * @param count 1 to 16; several help where one connection does not fill the line
   * @return new options
   */
  public TcpOptions withStreams(int count) {
    return new TcpOptions(addresses, count, slots, frozenAfter, deadline, host, signed);
  }

  /**
   * The same with other links. Bytes on their way are at most slots times their size.
   *
   * @param size of each link
   * @return new options
   */
  public TcpOptions withSlots(SlotSize size) {
    return new TcpOptions(addresses, streams, size, frozenAfter, deadline, host, signed);
  }

  /**
   * The same with more or less patience; above the longest pause of a garbage collection.
   *
   * @param longest time without a sign of life after which a rank is taken for frozen
   * @return new options
   */
  public TcpOptions withFrozenAfter(Duration longest) {
    return new TcpOptions(addresses, streams, slots, longest, deadline, host, signed);
  }

  /**
   * The same under another name of the host.
   *
   * @param name ranks with the same one are taken for neighbours
   * @return new options
   */
  public TcpOptions withHost(String name) {
    return new TcpOptions(addresses, streams, slots, frozenAfter, deadline, name, signed);
  }

  /**
   * The same with or without a signature on every frame: HMAC-SHA-256 with a key of the group, 16
   * bytes of it. The key is as secret as the token of the meeting ({@code Bootstrap.root}) or its
   * folder. Nothing is encrypted. What it costs stands in docs/runtime-speed.md.
   *
   * @param wanted false by default
   * @return new options
   */
  public TcpOptions withSigned(boolean wanted) {
    return new TcpOptions(addresses, streams, slots, frozenAfter, deadline, host, wanted);
  }
}
