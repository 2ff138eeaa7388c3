package io.busbar.formats.hosts;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
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
    return UserFile.text(file, MAX_BYTES);
  }
}
