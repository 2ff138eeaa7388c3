package io.busbar.diagnose.intake;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file to look at: on disk, or taken out of an archive into memory.
 *
 * @param name as messages call it
 * @param path on disk; null for a member of an archive
 * @param bytes its content when it is small enough to be in memory; null for large files on disk
 */
public record Artefact(String name, @Nullable Path path, byte @Nullable [] bytes) {
  /** A fresh stream from its start. */
  public InputStream open() throws IOException {
    if (bytes != null) {
      return new ByteArrayInputStream(bytes);
    }
    if (path == null) {
      throw new IOException("nothing to open");
    }
    return Files.newInputStream(path);
  }

  /** The content to be read at any position. */
  public SeekableByteChannel channel() throws IOException {
    if (bytes != null) {
      return new MemoryChannel(bytes);
    }
    if (path == null) {
      throw new IOException("nothing to open");
    }
    return Files.newByteChannel(path);
  }
}
