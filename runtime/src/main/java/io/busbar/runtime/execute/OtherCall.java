package io.busbar.runtime.execute;

/** A message that belongs to another call than this rank's was found, and was not touched. */
final class OtherCall extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int sender;

  OtherCall(int sender, String text) {
    super(text, null, false, false);
    this.sender = sender;
  }

  /** The rank that sent it, which need not be the odd one. */
  int sender() {
    return sender;
  }

  /** What is known without asking the others. */
  String text() {
    return String.valueOf(getMessage());
  }
}
