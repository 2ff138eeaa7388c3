package io.busbar.formats.hosts;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.access.ReadScope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Takes a file that names hosts into memory. Stateless. */
public final class HostText {
  private static final int MAX_BYTES = 16 << 20;

  private HostText() {}

  /**
   * The text of a file; bytes that are no UTF-8 become replacement characters.
   *
   * @throws InputException when it cannot be read or is larger than any such file
   */
  public static String of(Path file) {
    try (InputStream in = Files.newInputStream(ReadScope.check(file))) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw refuse(file, "at most 16 MiB of names of hosts");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw refuse(file, "an existing file");
    } catch (AccessDeniedException e) {
      throw refuse(file, "a readable file; check its permissions");
    } catch (IOException e) {
      String why = Files.isDirectory(file) ? "this is a directory" : String.valueOf(e.getMessage());
      throw refuse(file, "a readable file: " + why);
    }
  }

  private static InputException refuse(Path file, String expected) {
    return new InputException(new Problem(Position.of(file.toString()), "", "", expected, ""));
  }
}
