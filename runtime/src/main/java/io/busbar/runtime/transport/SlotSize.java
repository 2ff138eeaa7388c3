package io.busbar.runtime.transport;

/**
 * Room of a link.
 *
 * @param bytes most bytes of a message; a multiple of 64
 * @param count messages on their way; at least 2, since a step that receives and sends keeps one
 *     busy while it waits for another
 */
public record SlotSize(int bytes, int count) {
  /** 128 KiB, four times. */
  public static final SlotSize DEFAULT = new SlotSize(128 << 10, 4);

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException outside 2 to 32 slots, or when bytes are no multiple of 64
   */
  public SlotSize {
    if (bytes < 64 || bytes % 64 != 0 || count < 2 || count > 32) {
      throw new IllegalArgumentException(
          count + " slots of " + bytes + " bytes; expected 2 to 32 of a multiple of 64");
    }
  }
}
