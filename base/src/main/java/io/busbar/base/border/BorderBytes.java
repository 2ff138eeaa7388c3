package io.busbar.base.border;

/**
 * What the ranks of a communicator in one block of the fabric send out of it, one direction, of the
 * busiest block.
 *
 * @param all bytes to all other blocks together
 * @param toOneBlock bytes to the block that gets most of them, at most {@code all}
 */
public record BorderBytes(double all, double toOneBlock) {
  public static final BorderBytes NONE = new BorderBytes(0, 0);

  public BorderBytes {
    if (!(toOneBlock >= 0 && toOneBlock <= all)) {
      throw new IllegalArgumentException(toOneBlock + " of " + all + " bytes to one block");
    }
  }

  /** What goes to a single other block, as between neighbours of a ring. */
  public static BorderBytes toOne(double bytes) {
    return new BorderBytes(bytes, bytes);
  }

  public BorderBytes times(double factor) {
    return new BorderBytes(all * factor, toOneBlock * factor);
  }
}
