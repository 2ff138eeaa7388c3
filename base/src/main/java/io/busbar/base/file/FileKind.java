package io.busbar.base.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** What stands behind a name. */
enum FileKind {
  FILE,
  DIRECTORY,
  /**
   * A FIFO, a terminal, or a file of the kernel's that may wait for something: read as it comes.
   */
  STREAM,
  SOCKET,
  /** {@code /dev/null}. */
  NOTHING,
  /** A device, most of which have no end. */
  DEVICE;

  private static final int TYPE = 0170000;

  /** What a name is, behind all links. */
  static FileKind of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      return DIRECTORY;
    }
    if (attributes.isRegularFile()) {
      return file.toAbsolutePath().startsWith("/proc") ? STREAM : FILE;
    }
    return switch (mode(file) & TYPE) {
      case 0010000 -> STREAM;
      case 0140000 -> SOCKET;
      case 0020000 -> character(file);
      case 0060000 -> DEVICE;
      default -> STREAM;
    };
  }

  private static int mode(Path file) throws IOException {
    try {
      return Files.getAttribute(file, "unix:mode") instanceof Integer mode ? mode : 0;
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return 0; // no Unix: nothing more is known
    }
  }

  private static FileKind character(Path file) throws IOException {
    String name = file.toRealPath().toString();
    if (name.equals("/dev/null")) {
      return NOTHING;
    }
    boolean terminal =
        name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console");
    return terminal ? STREAM : DEVICE;
  }
}
