package io.busbar.formats.fabric;

/**
 * Something odd in a dump; the rest of it is used.
 *
 * @param code {@code unreadable-line}, {@code duplicate-guid}, {@code one-sided-link}, {@code
 *     contradictory-link}, {@code undescribed-node}, {@code unknown-speed}, {@code cut-dump}; of
 *     Ethernet's tools and lists also those of {@code formats.cabling}
 * @param source the file; empty for the dump's own
 * @param line where, from 1; 0 for the file as a whole
 * @param text what
 */
public record DumpRemark(String code, String source, int line, String text) {
  /** In the dump's own file. */
  public DumpRemark(String code, int line, String text) {
    this(code, "", line, text);
  }
}
