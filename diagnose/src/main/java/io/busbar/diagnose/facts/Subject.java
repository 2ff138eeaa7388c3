package io.busbar.diagnose.facts;

/**
 * What a fact or a finding is about. What is not known is left empty, or −1.
 *
 * @param device as its own tools call it: {@code mlx5_3}, {@code 0000:3b:00}, {@code Ethernet12}
 * @param port from 1; −1 for a device as a whole
 * @param rank of the job on that device
 */
public record Subject(Kind kind, String host, String device, int port, int rank) {
  /** Kinds of things that are ill. */
  public enum Kind {
    HOST,
    GPU,
    NIC_PORT,
    SWITCH_PORT,
    RANK
  }

  static Subject host(String host) {
    return new Subject(Kind.HOST, host, "", -1, -1);
  }

  /** {@code gpu07 mlx5_3 port 1}, {@code gpu07 GPU 0000:3b:00 (rank 12)}. */
  public String label() {
    StringBuilder text = new StringBuilder(host);
    if (!device.isEmpty()) {
      text.append(text.isEmpty() ? "" : " ").append(kind == Kind.GPU ? "GPU " : "").append(device);
    }
    if (port >= 0) {
      text.append(" port ").append(port);
    }
    if (rank >= 0) {
      text.append(text.isEmpty() ? "rank " + rank : " (rank " + rank + ")");
    }
    return text.toString();
  }
}
