package io.busbar.base.file;

import io.busbar.base.problem.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that is read several times, such as once to see what it is. What can be read only once, a
 * pipe, is kept in memory.
 */
public final class Repeatable {
  /** Bytes of a pipe that are kept. */
  public static final int MAX_KEPT = 256 << 20;

  private final Path file;
  private final long most;
  private final byte @Nullable [] kept;

  private Repeatable(Path file, long most, byte @Nullable [] kept) {
    this.file = file;
    this.most = most;
    this.kept = kept;
  }

  /**
   * @param most bytes that are read each time
   * @throws InputException when it is a pipe that cannot be read
   */
  public static Repeatable of(Path file, long most) {
    boolean again = UserFile.repeatable(file);
    byte[] kept = again ? null : UserFile.bytes(file, (int) Math.min(most, MAX_KEPT));
    return new Repeatable(file, most, kept);
  }

  public Path file() {
    return file;
  }

  /**
   * Reads it from its start.
   *
   * @throws InputException when it cannot be read or has more bytes; what the reader throws passes
   */
  public <T> T read(UserFile.Reader<T> reader) {
    if (kept == null) {
      return UserFile.read(file, most, reader);
    }
    try (InputStream in = new ByteArrayInputStream(kept)) {
      return reader.read(in);
    } catch (IOException e) {
      throw UserFile.refusal(file, e);
    }
  }
}
