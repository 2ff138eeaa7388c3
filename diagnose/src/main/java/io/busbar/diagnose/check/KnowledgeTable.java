package io.busbar.diagnose.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Tables of what the diagnosis knows: cells between tabs, {@code #} before remarks. Stateless. */
public final class KnowledgeTable {
  private KnowledgeTable() {}

  /**
   * The rows of a table, each with its cells.
   *
   * @param name of the resource, {@code relations.tsv}
   * @throws IllegalStateException when there is no such resource
   */
  public static List<List<String>> rows(String name) {
    String resource = "/io/busbar/diagnose/" + name;
    try (InputStream in = KnowledgeTable.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> List.of(line.split("\t+")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
