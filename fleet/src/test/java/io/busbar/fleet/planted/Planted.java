package io.busbar.fleet.planted;

/**
 * A fault that a fleet has.
 *
 * @param day from whose noon on it is there, to the end of the day
 * @param host that is ill, or whose link is
 * @param leaf that the host hangs on: the other end of its link
 */
public record Planted(String day, String host, String leaf, Kind kind) {
  /** What is wrong. */
  public enum Kind {
    /** The host's link is down. */
    LINK_DOWN(true),
    /** It goes down and comes back, again and again. */
    LINK_FLAP(true),
    /** It runs at a quarter of its rate. */
    LINK_SLOW(true),
    /** It counts some bit errors. */
    LINK_ERRORS(true),
    /** The host takes in too little: on Ethernet it sends pauses, on InfiniBand its leaf waits. */
    SLOW_RECEIVER(true),
    /** A GPU falls off the bus. */
    GPU_LOST(false),
    /** A GPU counts an uncorrectable memory error. */
    GPU_MEMORY(false),
    /** The adapter's PCI Express link came up narrow. */
    PCIE_NARROW(false),
    /** Collectives with the host reach a part of what others do; no counter tells why. */
    SLOW_IN_JOBS(false),
    /** A test of its adapter reaches a part of what others do. */
    SLOW_ADAPTER(true);

    private final boolean link;

    Kind(boolean link) {
      this.link = link;
    }

    /** Whether the link is ill, so that its other end may be named too. */
    public boolean isLink() {
      return link;
    }
  }
}
