package io.busbar.formats.env;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files below the names that a user gives, and reads their text. Large and binary files
 * are skipped with a note when they were found by walking, refused when they were named.
 */
public final class EnvFiles {
  /** Larger files are not read; scripts are small, and a log echoes its variables early. */
  public static final int MAX_BYTES = 4 << 20;

  /** Most files of a walk. */
  public static final int MAX_FILES = 100_000;

  /** Ending of files that hold corrected texts; a walk leaves them out. */
  public static final String CORRECTED = ".fixed";

  private static final Set<String> SKIPPED_FOLDERS =
      Set.of(".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", "target");
  private static final int BINARY_LOOK = 8_000;

  private EnvFiles() {}

  /**
   * What was found.
   *
   * @param files in the order of their names
   * @param notes what was left out and why
   */
  public record Found(List<Path> files, List<String> notes) {
    public Found {
      files = List.copyOf(files);
      notes = List.copyOf(notes);
    }
  }

  /**
   * Files, and all files below folders.
   *
   * @throws InputException when a name is no file
   */
  public static Found find(List<Path> names) {
    List<Path> files = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Path name : names) {
      if (Files.isDirectory(name)) {
        walk(name, files, notes);
      } else if (Files.exists(name)) {
        files.add(name);
      } else {
        throw refuse(name, "an existing file or folder", UserFile.similarName(name));
      }
    }
    return new Found(files, notes);
  }

  private static void walk(Path folder, List<Path> files, List<String> notes) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
              boolean skip = SKIPPED_FOLDERS.contains(String.valueOf(dir.getFileName()));
              return skip && !dir.equals(folder)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              boolean ours = file.toString().endsWith(CORRECTED);
              if (attributes.isRegularFile() && attributes.size() > 0 && !ours) {
                found.add(file);
              }
              return found.size() < MAX_FILES
                  ? FileVisitResult.CONTINUE
                  : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              notes.add(file + ": cannot be read");
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw refuse(folder, "a readable folder", String.valueOf(e.getMessage()));
    }
    if (found.size() >= MAX_FILES) {
      notes.add(folder + ": more than " + MAX_FILES + " files; the rest was not read");
    }
    found.sort(null);
    files.addAll(found);
  }

  /**
   * The text of a file, or null after a note when it is binary or too large. A byte that is no
   * UTF-8 becomes a replacement character: other people's files are read as far as they go.
   *
   * @throws InputException when the file cannot be read
   */
  public static @Nullable String text(Path file, List<String> notes) {
    byte[] bytes = UserFile.read(file, MAX_BYTES + 1L, in -> in.readNBytes(MAX_BYTES + 1));
    if (bytes.length > MAX_BYTES) {
      notes.add(file + ": larger than " + (MAX_BYTES >> 20) + " MiB, not read");
      return null;
    }
    if (isBinary(bytes)) {
      notes.add(file + ": binary, not read");
      return null;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** Control characters other than white space; NUL alone may be what separates an environment. */
  private static boolean isBinary(byte[] bytes) {
    int controls = 0;
    int nulls = 0;
    int looked = Math.min(bytes.length, BINARY_LOOK);
    for (int i = 0; i < looked; i++) {
      int b = bytes[i];
      if (b == 0) {
        nulls++;
      } else if (b > 0 && b < 32 && b != '\n' && b != '\r' && b != '\t' && b != 27 && b != 12) {
        controls++;
      }
    }
    return controls * 100 > looked || nulls * 8 > looked;
  }

  private static InputException refuse(Path file, String expected, String hint) {
    return new InputException(new Problem(Position.of(file.toString()), "", "", expected, hint));
  }
}
