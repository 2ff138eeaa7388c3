package io.busbar.simulate.packet;

/**
 * The books of a finished run. In a run that is done all remaining figures are zero.
 *
 * @param injectedBytes frame bytes that entered the network
 * @param consumedBytes frame bytes that receivers took
 * @param droppedBytes frame bytes dropped by switches or lost on links
 * @param queuedBytes frame bytes that wait in switches
 * @param bufferedBytes bytes that switches count as held
 * @param poolBytes bytes that switches count as used of their pools
 * @param packets packets somewhere in the network
 * @param messages messages neither failed nor acknowledged
 * @param leastCreditBytes the least credit of any port; {@code Long.MAX_VALUE} without credits
 */
public record Audit(
    long injectedBytes,
    long consumedBytes,
    long droppedBytes,
    long queuedBytes,
    long bufferedBytes,
    long poolBytes,
    int packets,
    int messages,
    long leastCreditBytes) {

  /** Of two parts of a network together. */
  Audit and(Audit other) {
    return new Audit(
        injectedBytes + other.injectedBytes,
        consumedBytes + other.consumedBytes,
        droppedBytes + other.droppedBytes,
        queuedBytes + other.queuedBytes,
        bufferedBytes + other.bufferedBytes,
        poolBytes + other.poolBytes,
        packets + other.packets,
        messages + other.messages,
        Math.min(leastCreditBytes, other.leastCreditBytes));
  }

  static Audit of(Core core, SharedBuffer buffer, LinkFrames frames) {
    long queued = 0;
    long held = 0;
    for (int port = 0; port < core.ports.count; port++) {
      for (int c = 0; c < core.classes; c++) {
        queued += core.ports.queueBytes(port, c);
      }
      held += buffer.held(port);
    }
    long pool = 0;
    for (int node = core.endpoints; node < core.fabric.nodes(); node++) {
      pool += buffer.used(node);
    }
    return new Audit(
        core.counters.injectedBytes,
        core.counters.consumedBytes,
        core.counters.droppedBytes,
        queued,
        held,
        pool,
        core.packets.inUse(),
        core.messages.inUse(),
        frames.leastCredit());
  }

  /** Bytes in = out + queued + dropped, credits not negative, and nothing is left. */
  public boolean closed() {
    return injectedBytes == consumedBytes + queuedBytes + droppedBytes
        && queuedBytes == 0
        && bufferedBytes == 0
        && poolBytes == 0
        && packets == 0
        && messages == 0
        && leastCreditBytes >= 0;
  }
}
