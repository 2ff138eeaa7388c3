package io.busbar.simulate.packet;

/** What a switch does with a packet that came in: choose a port, take room, mark, pause, queue. */
final class Switches {
  private final Core core;
  private final Router router;
  private final SharedBuffer buffer;
  private final Marking marking;
  private final LinkFrames frames;
  private final Transmitter transmitter;

  Switches(
      Core core,
      Router router,
      SharedBuffer buffer,
      LinkFrames frames,
      Transmitter transmitter,
      Marking marking) {
    this.core = core;
    this.router = router;
    this.buffer = buffer;
    this.frames = frames;
    this.transmitter = transmitter;
    this.marking = marking;
  }

  /** A packet is wholly in at a port. */
  void arrived(int node, int in, int packet) {
    Packets packets = core.packets;
    int bytes = packets.bytes(packet);
    int trafficClass = packets.trafficClass(packet);
    int out = router.next(node, in, packet);
    if (out < 0 || !buffer.take(node, in, out, trafficClass, bytes)) {
      drop(in, packet);
      return;
    }
    packets.setCameIn(packet, in);
    marking.join(out, trafficClass, packet);
    core.ports.enqueue(out, trafficClass, packet);
    if (buffer.lossless(trafficClass)
        && !frames.pausing(in, trafficClass)
        && buffer.pauseDue(node, in, trafficClass)) {
      frames.pause(in, trafficClass, true);
      transmitter.kick(in);
    }
    transmitter.kick(out);
  }

  private void drop(int in, int packet) {
    int bytes = core.packets.bytes(packet);
    core.counters.drop(in);
    core.counters.droppedBytes += bytes;
    if (frames.credits()) {
      transmitter.returnCredit(in, core.packets.trafficClass(packet), bytes);
    }
    core.packets.release(packet);
  }
}
