package io.busbar.runtime.transport;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why something failed, in words for people: exceptions of files say only their path. */
public final class Reasons {
  private Reasons() {}

  /**
   * {@return why, without names of classes}
   *
   * @param thrown what was thrown
   */
  public static String of(Throwable thrown) {
    String message = thrown.getMessage();
    return switch (thrown) {
      case UncheckedIOException e when e.getCause() != null -> of(e.getCause());
      case NoSuchFileException e -> e.getFile() + " does not exist";
      case AccessDeniedException e -> "no permission for " + e.getFile();
      case FileAlreadyExistsException e -> e.getFile() + " exists already";
      case FileSystemException e when e.getReason() == null -> "trouble with " + e.getFile();
      case OutOfMemoryError e -> "out of memory: " + message;
      default -> message == null ? "for a reason that was not told" : message;
    };
  }
}
