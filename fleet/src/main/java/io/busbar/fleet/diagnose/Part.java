package io.busbar.fleet.diagnose;

import java.util.List;

/**
 * Files that are diagnosed together.
 *
 * @param name path below what the user named, that itself in front when there are several
 * @param root folder or URI; names of files are below it
 * @param job as the layout says, else the name without its day
 * @param day as the layout or a folder's name says, {@code 2026-11-30}; empty when neither does
 * @param host as the layout says; empty when it does not
 * @param files in the order of their names
 */
record Part(String name, String root, String job, String day, String host, List<SeenFile> files) {
  Part {
    files = List.copyOf(files);
  }

  /**
   * A file, as far as it can be told without reading it.
   *
   * @param name below the part's root
   * @param modifiedMillis since 1970
   */
  record SeenFile(String name, long bytes, long modifiedMillis) {}

  long bytes() {
    return files.stream().mapToLong(SeenFile::bytes).sum();
  }

  /** The newest time of its files. */
  long newestMillis() {
    return files.stream().mapToLong(SeenFile::modifiedMillis).max().orElse(0);
  }
}
