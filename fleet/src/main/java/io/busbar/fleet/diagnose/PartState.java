package io.busbar.fleet.diagnose;

import java.util.List;

/**
 * What is known of a part that was diagnosed.
 *
 * @param files that it had
 * @param rules what decided beside the files: build of Busbar, cluster, layout
 * @param unread whether any of its files was not understood, or could not be read
 * @param bytes that were read for it when it was last diagnosed
 * @param hosts that its files name
 * @param told where in the file of the same task what its files told begins, and how long it is; a
 *     length of 0 when it was too much to keep
 */
record PartState(
    String part,
    List<Part.SeenFile> files,
    String rules,
    boolean unread,
    long bytes,
    List<String> hosts,
    Span told) {
  PartState {
    files = List.copyOf(files);
    hosts = List.copyOf(hosts);
  }

  /** A piece of a file. */
  record Span(long from, int length) {}
}
