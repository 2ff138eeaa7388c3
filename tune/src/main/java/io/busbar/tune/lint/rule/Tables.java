package io.busbar.tune.lint.rule;

/** Tables of the lint resources. */
public final class Tables {
  private Tables() {}

  public static io.busbar.formats.csv.CsvTable read(String name) {
    try (java.io.InputStream in = Tables.class.getResourceAsStream("/lint/" + name)) {
      if (in == null) {
        throw new IllegalStateException("missing resource /lint/" + name);
      }
      String text = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      return io.busbar.formats.csv.CsvTable.parse(name, text);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
