package io.busbar.base.file;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/**
 * Keeps what runs inside to the files of one folder: a document from outside may name other files,
 * and must not lead to those of this machine. Everything that opens a named file asks first. The
 * bound holds for the thread that {@link #within} runs on. Without one every file may be read.
 */
public final class ReadScope {
  private static final ScopedValue<Path> FOLDER = ScopedValue.newInstance();

  private ReadScope() {}

  /** Runs an action that may read files of a folder, and no others. */
  public static <T> T within(Path folder, Callable<T> action) throws Exception {
    return ScopedValue.where(FOLDER, folder).call(action::call);
  }

  /** Whether a file may be read here; nothing is told of whether it exists. */
  public static boolean allows(Path file) {
    if (!FOLDER.isBound()) {
      return true;
    }
    Path folder = FOLDER.get().toAbsolutePath().normalize();
    Path named = file.toAbsolutePath().normalize();
    if (!named.startsWith(folder)) {
      return false;
    }
    try {
      return named.toRealPath().startsWith(folder.toRealPath()); // no link leads out
    } catch (IOException e) {
      return true; // it does not exist, which its reader tells
    }
  }

  /**
   * Passes a file on that may be read.
   *
   * @throws InputException when it may not
   */
  public static Path check(Path file) {
    if (!allows(file)) {
      String hint = "drop what it names beside it, or write it into the file";
      Position at = Position.of(file.toString());
      throw new InputException(new Problem(at, "", "", "a file that was dropped here", hint));
    }
    return file;
  }
}
