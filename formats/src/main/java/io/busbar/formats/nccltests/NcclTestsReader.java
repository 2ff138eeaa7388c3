package io.busbar.formats.nccltests;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * Reads an output of nccl-tests: the text of any version, also inside a longer log and with a
 * launcher's tags, or the JSON that {@code -J} writes. Streams; memory follows the rows. Stateless.
 */
public final class NcclTestsReader {
  private static final int SNIFFED = 4096;

  /** Tables may stand anywhere in a long log. */
  private static final long MAX_BYTES = 64L << 30;

  private NcclTestsReader() {}

  /**
   * @throws InputException when the file cannot be read
   */
  public static NcclTests read(Path file) {
    return UserFile.read(file, MAX_BYTES, in -> read(file.toString(), in));
  }

  /**
   * Reads a stream to its end.
   *
   * @param name what messages call it; its last part may name the collective
   */
  public static NcclTests read(String name, InputStream stream) throws IOException {
    BufferedInputStream in = new BufferedInputStream(stream, 1 << 16);
    in.mark(SNIFFED);
    byte[] start = in.readNBytes(SNIFFED);
    in.reset();
    Problems warnings = new Problems();
    return isJson(start)
        ? new JsonOutput(name, warnings).read(in)
        : new TextOutput(name, warnings).read(in);
  }

  private static boolean isJson(byte[] start) {
    for (byte b : start) {
      if (b == '{') {
        return true;
      }
      boolean blank = b == ' ' || b == '\n' || b == '\r' || b == '\t';
      boolean byteOrderMark = b == (byte) 0xEF || b == (byte) 0xBB || b == (byte) 0xBF;
      if (!blank && !byteOrderMark) {
        return false;
      }
    }
    return false;
  }

  /** The last part of a path, which may name the collective. */
  static String fileName(String name) {
    int slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
    return name.substring(slash + 1);
  }
}
