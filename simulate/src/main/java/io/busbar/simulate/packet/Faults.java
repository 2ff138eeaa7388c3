package io.busbar.simulate.packet;

/** The faults in force now, as the hot paths ask for them. Link frames are exempt. */
final class Faults {
  private final Core core;
  private final int[] down;
  private final double[] loss;
  private final double[] bitErrors;
  private int downPorts;

  Faults(Core core) {
    this.core = core;
    down = new int[core.ports.count];
    loss = new double[core.ports.count];
    bitErrors = new double[core.ports.count];
  }

  boolean anyDown() {
    return downPorts > 0;
  }

  boolean down(int port) {
    return down[port] > 0;
  }

  void addDown(int port, int more) {
    int before = down[port];
    down[port] += more;
    downPorts += Integer.signum(down[port]) - Integer.signum(before);
    refresh(port);
  }

  void addLoss(int port, double more) {
    loss[port] = Math.max(0, loss[port] + more);
    refresh(port);
  }

  void addBitErrors(int port, double more) {
    bitErrors[port] = Math.max(0, bitErrors[port] + more);
    refresh(port);
  }

  private void refresh(int port) {
    core.ports.setFaulty(port, down[port] > 0 || loss[port] > 0 || bitErrors[port] > 0);
  }

  /** A packet is put on a link with faults: it may arrive corrupt, which is as good as lost. */
  void onWire(int port, int packet) {
    if (core.packets.kind(packet) >= Packets.PAUSE) {
      return;
    }
    double bits = 8.0 * core.packets.bytes(packet);
    double whole = (1 - loss[port]) * Math.pow(1 - bitErrors[port], bits);
    if (down[port] > 0 || core.losses.unit(port) >= whole) {
      core.packets.corrupted(packet);
    }
  }
}
