package io.busbar.app.imported;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.access.ReadScope;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
   * @throws InputException with every problem of the file
   */
  static <T> T read(Path file, Reader<T> reader) {
    Problems problems = new Problems();
    try (InputStream in = capped(Files.newInputStream(ReadScope.check(file)), MOST_BYTES)) {
      T read = reader.read(file.toString(), in, problems);
      problems.throwIfAny();
      return read;
    } catch (NoSuchFileException e) {
      throw refusal(file, "an existing file", "");
    } catch (IOException e) {
      throw refusal(file, "a readable file", String.valueOf(e.getMessage()));
    }
  }

  /** Stops what has no end, such as a device, with an error of reading. */
  static InputStream capped(InputStream in, long most) {
    return new BufferedInputStream(
        new FilterInputStream(in) {
          private long left = most;

          @Override
          public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
          }

          @Override
          public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            left -= Math.max(0, read);
            if (left < 0) {
              throw new IOException("it has more than " + (most >> 20) + " MiB");
            }
            return read;
          }
        });
  }

  /** The first word of the first line that is no comment; empty when there is none. */
  static String firstWord(Path file) {
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
