package io.busbar.simulate.packet;

import io.busbar.simulate.event.EventWheel;

/**
 * Reads what the next few events will need. With thousands of ports an event waits for memory most
 * of its time, one read after the other; read for several events side by side the waits overlap.
 * Changes nothing.
 */
final class ReadAhead implements EventWheel.Upcoming {
  private static final int MOST = 64;
  private static final int NONE = Packets.NONE;

  private final Ports ports;
  private final Packets packets;
  private final int[] packet = new int[MOST];

  /** Keeps the reads from being left out. */
  @SuppressWarnings("unused") // To be read is what it is for.
  private int seen;

  ReadAhead(Ports ports, Packets packets) {
    this.ports = ports;
    this.packets = packets;
  }

  @Override
  public void soon(long[] keys, int from, int to) {
    int count = Math.min(MOST, to - from);
    if (count < 2) {
      return;
    }
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += ports.touch(port((int) keys[from + i]));
    }
    for (int i = 0; i < count; i++) {
      int id = (int) keys[from + i];
      packet[i] =
          id < ports.count
              ? ports.firstOnLink(id)
              : id < 2 * ports.count ? ports.firstQueued(id - ports.count, 0) : NONE;
    }
    for (int i = 0; i < count; i++) {
      sum += packet[i] == NONE ? 0 : packets.bytes(packet[i]);
    }
    seen = sum;
  }

  private int port(int id) {
    return id < ports.count ? id : id < 2 * ports.count ? id - ports.count : 0;
  }
}
