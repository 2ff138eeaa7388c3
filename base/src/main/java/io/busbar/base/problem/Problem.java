package io.busbar.base.problem;

/**
 * One thing wrong with an input, in the parts that help to repair it.
 *
 * @param at where
 * @param key dotted path of the value ({@code parallelism.tp}); empty when the whole input is meant
 * @param read what stood there, shortened; empty when it was missing
 * @param expected what should have stood there, as a noun phrase or sentence
 * @param hint the nearest valid name or another way out; empty when there is none
 */
public record Problem(Position at, String key, String read, String expected, String hint) {
  private static final int MAX_READ = 80;

  public Problem {
    if (read.length() > MAX_READ) {
      read = read.substring(0, MAX_READ) + "…";
    }
    read = read.replace('\n', ' ').replace('\r', ' ');
  }

  /** Control characters of an input must not reach a terminal, where they could do things. */
  private static String harmless(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /** {@code plan.yaml:4:7: parallelism.tp: read '0', expected a whole number from 1 (hint)}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(at.toString()).append(": ");
    if (!key.isEmpty()) {
      out.append(key).append(": ");
    }
    if (!read.isEmpty()) {
      out.append("read '").append(read).append("', ");
    }
    out.append("expected ").append(expected);
    if (!hint.isEmpty()) {
      out.append("; ").append(hint);
    }
    return harmless(out.toString());
  }
}
