package io.busbar.collective.blocks;

/**
 * A step of a thread block.
 *
 * @param source chunk that is read, where the kind reads one
 * @param target chunk that is written, where the kind writes one
 * @param count chunks in a row
 * @param waitBlock number of the block of the same GPU that must come first; −1 for none
 * @param waitStep the last of its steps that must be done
 * @param line of the file it was read from; 0 for none
 */
public record BlockStep(
    Kind kind, Place source, Place target, int count, int waitBlock, int waitStep, int line) {

  /** Nothing that is read or written. */
  public static final Place NOWHERE = new Place(Buffer.INPUT, 0);

  /** What a step does; a sum is of what arrives and what is at the source. */
  public enum Kind {
    SEND,
    RECEIVE,
    RECEIVE_COPY_SEND,
    RECEIVE_REDUCE_SEND,
    RECEIVE_REDUCE_COPY,
    RECEIVE_REDUCE_COPY_SEND,
    /** From source to target on the GPU. */
    COPY,
    /** The source is added to the target on the GPU. */
    REDUCE,
    /** Only waits. */
    NOTHING;

    /** Whether a message is taken. */
    public boolean receives() {
      return switch (this) {
        case RECEIVE,
            RECEIVE_COPY_SEND,
            RECEIVE_REDUCE_SEND,
            RECEIVE_REDUCE_COPY,
            RECEIVE_REDUCE_COPY_SEND ->
            true;
        case SEND, COPY, REDUCE, NOTHING -> false;
      };
    }

    /** Whether a message is sent. */
    public boolean sends() {
      return switch (this) {
        case SEND, RECEIVE_COPY_SEND, RECEIVE_REDUCE_SEND, RECEIVE_REDUCE_COPY_SEND -> true;
        case RECEIVE, RECEIVE_REDUCE_COPY, COPY, REDUCE, NOTHING -> false;
      };
    }

    /** Whether the source is read. */
    public boolean reads() {
      return switch (this) {
        case SEND,
            RECEIVE_REDUCE_SEND,
            RECEIVE_REDUCE_COPY,
            RECEIVE_REDUCE_COPY_SEND,
            COPY,
            REDUCE ->
            true;
        case RECEIVE, RECEIVE_COPY_SEND, NOTHING -> false;
      };
    }

    /** Whether the target is written. */
    public boolean writes() {
      return switch (this) {
        case RECEIVE,
            RECEIVE_COPY_SEND,
            RECEIVE_REDUCE_COPY,
            RECEIVE_REDUCE_COPY_SEND,
            COPY,
            REDUCE ->
            true;
        case SEND, RECEIVE_REDUCE_SEND, NOTHING -> false;
      };
    }

    /** Whether something is added up. */
    public boolean adds() {
      return switch (this) {
        case RECEIVE_REDUCE_SEND, RECEIVE_REDUCE_COPY, RECEIVE_REDUCE_COPY_SEND, REDUCE -> true;
        case SEND, RECEIVE, RECEIVE_COPY_SEND, COPY, NOTHING -> false;
      };
    }
  }

  /** Buffers of a GPU. */
  public enum Buffer {
    INPUT('i'),
    OUTPUT('o'),
    SCRATCH('s');

    private final char letter;

    Buffer(char letter) {
      this.letter = letter;
    }

    /** The letter that MSCCL has for it. */
    public char letter() {
      return letter;
    }
  }

  /**
   * A chunk of a buffer, counted from 0.
   *
   * @param buffer whose
   * @param chunk which
   */
  public record Place(Buffer buffer, int chunk) {
    @Override
    public String toString() {
      return buffer.letter() + "[" + chunk + "]";
    }
  }
}
