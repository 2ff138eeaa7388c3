package io.busbar.runtime.execute;

import io.busbar.runtime.transport.Receiver;
import io.busbar.runtime.transport.Sender;
import io.busbar.runtime.transport.Transport;
import java.util.HashMap;
import java.util.Map;

/** The ends of links that a rank has met, one per peer and channel; they count messages. */
final class Links {
  private final Transport transport;
  private final Map<Long, Sender> senders = new HashMap<>();
  private final Map<Long, Receiver> receivers = new HashMap<>();

  Links(Transport transport) {
    this.transport = transport;
  }

  Sender sender(int to, int channel) {
    return senders.computeIfAbsent(key(to, channel), key -> transport.sender(to, channel));
  }

  Receiver receiver(int from, int channel) {
    return receivers.computeIfAbsent(key(from, channel), key -> transport.receiver(from, channel));
  }

  private static long key(int peer, int channel) {
    return (long) channel << 32 | peer;
  }
}
