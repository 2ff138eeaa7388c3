package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.SlotSize;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The aggregators that a rank sends to: element range i of every buffer goes to the i-th one. All
 * ranks name as many; those under one tree may name different leaves of it.
 *
 * @param addresses where they listen, 1 to 16
 * @param token their secret
 * @param slots chunks, and how many of a rank may be on their way; the same on all ranks
 */
public record Aggregators(List<InetSocketAddress> addresses, String token, SlotSize slots) {
  /** Most ranges of a buffer. */
  public static final int MOST = 16;

  private static final SlotSize SLOTS = new SlotSize(128 << 10, 8);

  /**
   * Checks how many there are.
   *
   * @throws IllegalArgumentException outside 1 to {@link #MOST}
   */
  public Aggregators {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty() || addresses.size() > MOST) {
      throw new IllegalArgumentException(addresses.size() + " aggregators; expected 1 to " + MOST);
    }
  }

  /**
   * With chunks of 128 KiB, of which eight may be on their way.
   *
   * @param addresses where they listen, in the same order on all ranks
   * @param token their secret
   * @return what {@code ProcessGroup.withAggregators} takes
   */
  public static Aggregators of(List<InetSocketAddress> addresses, String token) {
    return new Aggregators(addresses, token, SLOTS);
  }

  /**
   * The same with other chunks.
   *
   * @param size bytes of a chunk and how many may be on their way; the same on all ranks
   * @return others
   */
  public Aggregators withSlots(SlotSize size) {
    return new Aggregators(addresses, token, size);
  }
}
