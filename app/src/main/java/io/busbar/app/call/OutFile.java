package io.busbar.app.call;

import io.busbar.base.problem.InputException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file at once: a reader sees the old one or the new one, never a half. */
public final class OutFile {
  private OutFile() {}

  /**
   * @throws InputException when the file cannot be written
   */
  public static void write(String name, String text) {
    write("--out", name, text);
  }

  /**
   * @param option what the file is written for
   * @throws InputException when the file cannot be written
   */
  public static void write(String option, String name, String text) {
    try {
      Path file = Path.of(name);
      if (Files.isDirectory(file)) {
        throw refuse(option, name, "a file, but this is a directory");
      }
      if (Files.isRegularFile(file)) {
        replace(file.toRealPath(), text); // a link stays a link
      } else if (Files.exists(file)) {
        Files.writeString(file, text, StandardOpenOption.WRITE); // a device or a pipe
      } else {
        replace(file.toAbsolutePath(), text);
      }
    } catch (NoSuchFileException e) {
      throw refuse(option, name, "a file in an existing directory");
    } catch (AccessDeniedException e) {
      throw refuse(option, name, "a file that may be written");
    } catch (FileSystemException e) {
      throw refuse(option, name, "a file that can be written (" + e.getReason() + ")");
    } catch (IOException | java.nio.file.InvalidPathException e) {
      throw refuse(option, name, "a file that can be written (" + e.getMessage() + ")");
    }
  }

  private static void replace(Path target, String text) throws IOException {
    String name = "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp";
    Path part = target.resolveSibling(name);
    try {
      Files.writeString(part, text);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static InputException refuse(String option, String name, String expected) {
    return Refusal.of(option, name, expected, "");
  }
}
