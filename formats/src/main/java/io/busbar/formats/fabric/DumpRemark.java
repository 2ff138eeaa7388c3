package io.busbar.formats.fabric;

/**
 * Something odd in a dump; the rest of it is used.
 *
 * @param code {@code unreadable-line}, {@code duplicate-guid}, {@code one-sided-link}, {@code
 *     contradictory-link}, {@code undescribed-node}, {@code unknown-speed}, {@code cut-dump}
 * @param line where, from 1
 * @param text what
 */
public record DumpRemark(String code, int line, String text) {}
