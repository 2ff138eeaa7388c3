package io.busbar.formats.mscclpp;

/**
 * Chunks in a row.
 *
 * @param where whose they are
 * @param buffer {@code i}, {@code o} or {@code s} of the own memory; a blank elsewhere
 * @param id which of the block's remote buffers, or of its switch channels; −1 for own memory
 * @param index the first
 * @param size how many
 */
public record PlanChunk(Where where, char buffer, int id, int index, int size) {
  /** Whose memory it is. */
  public enum Where {
    OWN,
    REMOTE,
    SWITCH
  }

  /** Chunks of the own memory. */
  public static PlanChunk own(char buffer, int index, int size) {
    return new PlanChunk(Where.OWN, buffer, -1, index, size);
  }

  /** Chunks of another GPU's. */
  public static PlanChunk remote(int id, int index, int size) {
    return new PlanChunk(Where.REMOTE, ' ', id, index, size);
  }
}
