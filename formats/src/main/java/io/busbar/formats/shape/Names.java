package io.busbar.formats.shape;

import java.util.Locale;

/** How constants of an enum are written in files and on the command line. */
public final class Names {
  private Names() {}

  /** {@code ZERO_BUBBLE} is written {@code zero-bubble}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
