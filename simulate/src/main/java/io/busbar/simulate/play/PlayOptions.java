package io.busbar.simulate.play;

/**
 * How steps become messages. Slots and chunk sizes are those of the {@link
 * io.busbar.collective.schedule.Chunking}.
 *
 * @param clearToSendBytes bytes of a clear-to-send message
 * @param clearToSendClass its traffic class
 * @param stepPs time that a step takes at every agent before its message goes out: software, and
 *     what a reduction costs
 * @param reducePsPerByte the part of that time that grows with the bytes that a step adds up
 */
public record PlayOptions(
    Credit credit,
    long clearToSendBytes,
    int clearToSendClass,
    long stepPs,
    double reducePsPerByte) {

  /** Messages limited by nothing but the network. */
  public static final PlayOptions IDEAL = new PlayOptions(Credit.UNLIMITED, 0, 1, 0, 0);

  /** Slots and clear-to-send messages of 64 B in class 1: a cache line per slot. */
  public static final PlayOptions NCCL = new PlayOptions(Credit.CLEAR_TO_SEND, 64, 1, 0, 0);

  public PlayOptions {
    if (clearToSendBytes < 0 || clearToSendClass < 0 || stepPs < 0 || !(reducePsPerByte >= 0)) {
      throw new IllegalArgumentException(
          "clear-to-send bytes "
              + clearToSendBytes
              + ", class "
              + clearToSendClass
              + " and step time "
              + stepPs
              + " ps, "
              + reducePsPerByte
              + " ps per byte must not be negative");
    }
  }

  /** The same with a time for each byte that is added up. */
  public PlayOptions reducing(double psPerByte) {
    return new PlayOptions(credit, clearToSendBytes, clearToSendClass, stepPs, psPerByte);
  }
}
