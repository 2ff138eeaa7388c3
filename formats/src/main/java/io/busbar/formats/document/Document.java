package io.busbar.formats.document;

import io.busbar.formats.artefact.TextLines;
import io.busbar.formats.intake.Artefact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import org.jspecify.annotations.Nullable;

/** A file to be read as a whole. Used by one thread. */
public final class Document {
  private final Artefact artefact;
  private @Nullable TextLines lines;

  public Document(Artefact artefact) {
    this.artefact = artefact;
  }

  /** As messages call it. */
  public String name() {
    return artefact.name();
  }

  /** Whether the content is in memory. */
  public boolean inMemory() {
    return artefact.bytes() != null;
  }

  /**
   * The content.
   *
   * @throws IllegalStateException of a file that is not {@link #inMemory}
   */
  public byte[] bytes() {
    byte[] bytes = artefact.bytes();
    if (bytes == null) {
      throw new IllegalStateException(name() + " is not in memory");
    }
    return bytes;
  }

  /** Its lines to quote from; null for what is not in memory. */
  public @Nullable TextLines linesOrNull() {
    return inMemory() ? lines() : null;
  }

  /** Its lines to quote from; of a file in memory. */
  public TextLines lines() {
    if (lines == null) {
      lines = new TextLines(name(), bytes());
    }
    return lines;
  }

  /** A fresh stream from its start. */
  public InputStream open() throws IOException {
    return artefact.open();
  }

  /** The content to be read at any position. */
  public SeekableByteChannel channel() throws IOException {
    return artefact.channel();
  }
}
