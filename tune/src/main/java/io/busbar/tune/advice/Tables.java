package io.busbar.tune.advice;

import io.busbar.formats.csv.CsvTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Tables that were built into the product. Stateless. */
final class Tables {
  private Tables() {}

  static CsvTable read(String name) {
    String resource = "/tune/" + name;
    try (InputStream in = Tables.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + resource);
      }
      return CsvTable.parse(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
