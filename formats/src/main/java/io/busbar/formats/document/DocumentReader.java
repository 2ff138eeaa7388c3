package io.busbar.formats.document;

import io.busbar.formats.artefact.Found;
import java.io.IOException;
import java.util.List;

/** Knows one kind of file that is read as a whole: a table, JSON, XML, a database. Stateless. */
public interface DocumentReader {
  /** Name of the kind as inputs list it, {@code flight recorder}; empty for what is not listed. */
  String kind();

  /**
   * Texts that {@link #matches} asks for, ASCII. The texts of all readers are looked for in one
   * pass over the file.
   */
  List<String> marks();

  /** Whether a file is of this kind, by its head and marks; parses nothing. */
  boolean matches(Head head);

  /**
   * Whether a file of this kind holds nothing else. The first such reader that matches has the file
   * for itself; of the others, all that match read it.
   */
  default boolean alone() {
    return true;
  }

  /** Whether it reads files that are too large to hold in memory, as a stream or by position. */
  default boolean streams() {
    return false;
  }

  /**
   * Reads. Odd input becomes a warning.
   *
   * @return whether anything of this kind was there
   */
  boolean read(Document file, Found found) throws IOException;
}
