package io.busbar.simulate.play;

/**
 * How steps become messages. Slots and chunk sizes are those of the {@link
 * io.busbar.collective.schedule.Chunking}.
 *
 * @param clearToSendBytes bytes of a clear-to-send message
 * @param clearToSendClass its traffic class
 * @param stepPs time that a step takes at every agent before its message goes out: software, and
 *     what a reduction costs
 */
public record PlayOptions(Credit credit, long clearToSendBytes, int clearToSendClass, long stepPs) {

  /** Messages limited by nothing but the network. */
  public static final PlayOptions IDEAL = new PlayOptions(Credit.UNLIMITED, 0, 1, 0);

  /** Slots and clear-to-send messages of 64 B in class 1: a cache line per slot. */
  public static final PlayOptions NCCL = new PlayOptions(Credit.CLEAR_TO_SEND, 64, 1, 0);

  public PlayOptions {
    if (clearToSendBytes < 0 || clearToSendClass < 0 || stepPs < 0) {
      throw new IllegalArgumentException(
          "clear-to-send bytes "
              + clearToSendBytes
              + ", class "
              + clearToSendClass
              + " and step time "
              + stepPs
              + " ps must not be negative");
    }
  }
}
