package io.busbar.fleet.diagnose;

import java.util.List;

/**
 * A part that is to be diagnosed.
 *
 * @param task that did it before; empty for none
 * @param before what was known of it; of no files when nothing was
 */
record PartWork(Part part, String task, PartState before) {

  /** Parts that one task does. */
  record Pack(String task, List<PartWork> parts) {
    Pack {
      parts = List.copyOf(parts);
    }
  }

  /** Files that have to be read, in bytes. */
  long bytes() {
    return part.files().stream()
        .filter(file -> task.isEmpty() || !before.files().contains(file))
        .mapToLong(Part.SeenFile::bytes)
        .sum();
  }
}
