package io.busbar.runtime.execute;

import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Receiver;
import io.busbar.runtime.transport.Sender;
import io.busbar.runtime.transport.Transport;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** The ends of links that a rank has met, one per peer and channel; they count messages. */
final class Links {
  private final Transport transport;
  private final Waiter waiter;
  private final Map<Long, Sender> senders = new HashMap<>();
  private final Map<Long, Receiver> receivers = new HashMap<>();

  Links(Transport transport, Waiter waiter) {
    this.transport = transport;
    this.waiter = waiter;
  }

  /**
   * The end of a link that sends.
   *
   * @throws io.busbar.runtime.error.CollectiveException when there is no room for it, which ends
   *     the group
   */
  Sender sender(int to, int channel) {
    try {
      return senders.computeIfAbsent(key(to, channel), key -> transport.sender(to, channel));
    } catch (UncheckedIOException e) {
      String text = "cannot go on: " + e.getMessage();
      throw waiter.fail(new Failure(Failure.Kind.PEER, transport.rank(), text));
    }
  }

  Receiver receiver(int from, int channel) {
    return receivers.computeIfAbsent(key(from, channel), key -> transport.receiver(from, channel));
  }

  private static long key(int peer, int channel) {
    return (long) channel << 32 | peer;
  }
}
