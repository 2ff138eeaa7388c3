package io.busbar.diagnose.redact;

import java.util.List;

/**
 * Answer of {@code busbar diagnose --redact}.
 *
 * @param out where the copy is
 * @param replaced how many different names of each kind were replaced
 * @param files what was written
 * @param left what was not copied, and why
 */
public record Redaction(String out, List<Kind> replaced, List<Copy> files, List<Left> left) {
  public Redaction {
    replaced = List.copyOf(replaced);
    files = List.copyOf(files);
    left = List.copyOf(left);
  }

  /** Names of one kind. */
  public record Kind(String kind, int names) {}

  /** A file that was written, by its new name. */
  public record Copy(String file, int lines) {}

  /** A file that was not copied. */
  public record Left(String file, String why) {}
}
