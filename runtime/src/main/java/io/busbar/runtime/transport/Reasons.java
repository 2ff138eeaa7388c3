package io.busbar.runtime.transport;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.locks.LockSupport;

/** Why something failed, in words for people: exceptions of files say only their path. */
public final class Reasons {
  private static final long ON_ITS_WAY_NS = 1_000_000_000;
  private static final long LOOK_NS = 10_000_000;

  private Reasons() {}

  /**
   * Waits a moment for a reason that is on its way to this rank: who hangs up, does not listen any
   * more, or has taken its files away, was told one before.
   *
   * @param exchange is asked, and throws when there is a reason
   * @param longestNs no longer than this
   */
  static void await(Exchange exchange, long longestNs) {
    long start = System.nanoTime();
    long most = Math.min(longestNs, ON_ITS_WAY_NS);
    exchange.check();
    while (System.nanoTime() - start < most && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(LOOK_NS);
      exchange.check();
    }
  }

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
      case FileSystemException e when e.getReason() == null -> "cannot use " + e.getFile();
      case OutOfMemoryError e -> "out of memory: " + message;
      default -> message == null ? "for a reason that was not given" : message;
    };
  }
}
