package io.busbar.app.imported;

import io.busbar.base.file.Repeatable;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Opens the files of this package; what cannot be opened is a problem of the input. */
final class Inputs {
  private static final int PEEK = 4096;
  private static final long MOST_BYTES = 4L << 30;

  private Inputs() {}

  /** Reads a stream; problems are added, and what could be read is returned all the same. */
  @FunctionalInterface
  interface Reader<T> {
    T read(String source, InputStream in, Problems problems) throws IOException;
  }

  /**
   * A file that is read twice: to see what it is, and for good.
   *
   * @throws InputException when it is a pipe that cannot be read
   */
  static Repeatable open(Path file) {
    return Repeatable.of(file, MOST_BYTES);
  }

  /**
   * @throws InputException with every problem of the file
   */
  static <T> T read(Repeatable file, Reader<T> reader) {
    Problems problems = new Problems();
    String source = file.file().toString();
    T read = file.read(in -> reader.read(source, new BufferedInputStream(in), problems));
    problems.throwIfAny();
    return read;
  }

  /** The first word of the first line that is no comment; empty when there is none. */
  static String firstWord(Repeatable file) {
    byte[] start = read(file, (source, in, problems) -> in.readNBytes(PEEK));
    for (String line : new String(start, StandardCharsets.UTF_8).split("\n")) {
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        return text.split("[\\s,;]+")[0];
      }
    }
    return "";
  }

  static InputException refusal(Path file, String expected, String hint) {
    return new InputException(new Problem(Position.of(file.toString()), "", "", expected, hint));
  }
}
