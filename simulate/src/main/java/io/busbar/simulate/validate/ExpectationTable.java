package io.busbar.simulate.validate;

import io.busbar.formats.csv.CsvTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The rows of {@code expectations.csv} and the topics of {@code topics.csv}, in the order of the
 * files. Immutable.
 */
record ExpectationTable(List<Expectation> rows, Map<String, Topic> topics) {
  ExpectationTable {
    rows = List.copyOf(rows);
  }

  /** A section: its heading, and what is said below it. */
  record Topic(String title, String text) {}

  static ExpectationTable standard() {
    List<Expectation> rows = new ArrayList<>();
    Map<String, Topic> topics = new LinkedHashMap<>();
    for (CsvTable.Row row : read("topics.csv").rows()) {
      topics.put(row.text("topic"), new Topic(row.text("title"), row.text("text")));
    }
    for (CsvTable.Row row : read("expectations.csv").rows()) {
      rows.add(expectation(row));
    }
    return new ExpectationTable(rows, topics);
  }

  private static CsvTable read(String resource) {
    try (InputStream in = ExpectationTable.class.getResourceAsStream("/validate/" + resource)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + resource);
      }
      return CsvTable.parse(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Expectation expectation(CsvTable.Row row) {
    String kind = row.text("comparison").toUpperCase(Locale.ROOT).replace('-', '_');
    String expected = row.text("expected");
    int dots = expected.indexOf("..");
    return new Expectation(
        row.text("id"),
        row.text("topic"),
        row.text("scenario"),
        row.text("run"),
        row.text("over"),
        row.text("figure"),
        Comparison.valueOf(kind),
        number(dots < 0 ? expected : expected.substring(0, dots), Double.NaN),
        number(dots < 0 ? "" : expected.substring(dots + 2), Double.NaN),
        number(row.text("tolerance"), 0),
        row.text("unit"),
        row.text("source"),
        row.text("slow").equals("slow"),
        row.text("note"));
  }

  private static double number(String text, double without) {
    return text.isEmpty() ? without : Double.parseDouble(text);
  }
}
