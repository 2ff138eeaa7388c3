package io.busbar.formats.intake;

import io.busbar.base.file.UserFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A file to look at: on disk, taken out of an archive into memory, or a pipe that is read once.
 *
 * @param name as messages call it
 * @param path on disk; null for a member of an archive and a pipe
 * @param bytes its content when it is small enough to be in memory; null for larger ones
 * @param once a pipe, which knows {@code mark}; null otherwise
 */
public record Artefact(
    String name, @Nullable Path path, byte @Nullable [] bytes, @Nullable InputStream once) {

  public Artefact(String name, @Nullable Path path, byte @Nullable [] bytes) {
    this(name, path, bytes, null);
  }

  /** What can be opened only once. */
  static Artefact once(String name, InputStream in) {
    return new Artefact(name, null, null, new BufferedInputStream(in, 1 << 16));
  }

  /** The same name with another content in memory. */
  public Artefact with(byte @Nullable [] content) {
    return new Artefact(name, null, content);
  }

  /** Its first bytes, at most so many; it can still be opened. */
  public byte[] head(int most) throws IOException {
    if (bytes != null) {
      return Arrays.copyOf(bytes, Math.min(most, bytes.length));
    }
    if (once != null) {
      once.mark(most);
      byte[] head = once.readNBytes(most);
      once.reset();
      return head;
    }
    try (InputStream in = open()) {
      return in.readNBytes(most);
    }
  }

  /** A fresh stream from its start; of a pipe, the one there is. */
  public InputStream open() throws IOException {
    if (bytes != null) {
      return new ByteArrayInputStream(bytes);
    }
    if (once != null) {
      return new FilterInputStream(once) {
        @Override
        public void close() {
          // whoever made the pipe closes it
        }
      };
    }
    if (path == null) {
      throw new IOException("nothing to open");
    }
    return UserFile.open(path, Long.MAX_VALUE);
  }

  /** The content to be read at any position. */
  public SeekableByteChannel channel() throws IOException {
    if (bytes != null) {
      return new MemoryChannel(bytes);
    }
    if (path == null) {
      throw new IOException("nothing to open");
    }
    return UserFile.channel(path);
  }
}
