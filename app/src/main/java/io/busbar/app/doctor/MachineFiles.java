package io.busbar.app.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Small files of the kernel below a root. What is missing or cannot be read is empty, never a
 * failure; at most {@value #MOST_BYTES} bytes of a file are read. Immutable.
 */
final class MachineFiles {
  static final int MOST_BYTES = 1 << 20;

  private final Path root;

  MachineFiles(Path root) {
    this.root = root;
  }

  Path path(String absolute) {
    return root.resolve(absolute.substring(1));
  }

  boolean exists(String absolute) {
    return Files.exists(path(absolute));
  }

  /** The file's text without white space at its ends; empty when it cannot be read. */
  String text(String absolute) {
    try (InputStream in = Files.newInputStream(path(absolute))) {
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
  }

  /** The rest of the first line that begins with a label, such as {@code MemTotal:}. */
  Optional<String> after(String absolute, String label) {
    return text(absolute)
        .lines()
        .filter(line -> line.startsWith(label))
        .map(line -> line.substring(label.length()).strip())
        .findFirst();
  }

  /** Names in a folder, in order; none when there is no such folder. */
  List<String> names(String absolute) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path(absolute))) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    Collections.sort(names);
    return names;
  }
}
