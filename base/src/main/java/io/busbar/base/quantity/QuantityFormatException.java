package io.busbar.base.quantity;

/** A text that is not a quantity: what was read, what was expected and how to write it. */
public final class QuantityFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private final String expected;
  private final String hint;

  QuantityFormatException(String read, String expected, String hint) {
    super("'" + read + "' is not " + expected + (hint.isEmpty() ? "" : "; " + hint));
    this.expected = expected;
    this.hint = hint;
  }

  /** What should have stood there, with an example. */
  public String expected() {
    return expected;
  }

  /** How to repair the text, or empty when nothing better than {@link #expected()} is known. */
  public String hint() {
    return hint;
  }
}
