package io.busbar.formats.shape;

import java.util.regex.Pattern;

/** What holds for every scalar text. */
final class Texts {
  /** Longer texts are no numbers; parsing them would cost time. */
  static final int MAX_DIGITS = 64;

  /** Digits that fit a long. */
  static final Pattern PLAIN_DIGITS = Pattern.compile("[0-9]{1,18}");

  /** A number and a unit, or an amount of dollars: what JSON Schema can say of a quantity. */
  static final String QUANTITY =
      "^\\s*(\\$\\s*[0-9].*|[0-9._]+([eE][+-]?[0-9]+)?\\s*[A-Za-z\u00b5\u03bc%].*)$";

  private Texts() {}
}
