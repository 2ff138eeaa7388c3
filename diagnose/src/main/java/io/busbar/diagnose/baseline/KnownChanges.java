package io.busbar.diagnose.baseline;

import io.busbar.diagnose.check.KnowledgeTable;
import java.util.List;
import java.util.regex.Pattern;

/** What is known of kinds of changes, from {@code changes.tsv}. Constants. */
final class KnownChanges {
  /** From here on a change may explain a loss. */
  static final int MAY_EXPLAIN = 50;

  private static final Known NOTHING =
      new Known("", Pattern.compile(".*"), 10, "Nothing is known of what such a change costs.");
  private static final List<Known> ALL =
      KnowledgeTable.rows("changes.tsv").stream()
          .map(cells ->
              new Known(
                  cells.get(0),
                  Pattern.compile(cells.get(1)),
                  Integer.parseInt(cells.get(2)),
                  cells.get(3)))
          .toList();

  /**
   * @param weight how likely it costs bandwidth, 0 to 100
   */
  record Known(String kind, Pattern subject, int weight, String why) {}

  private KnownChanges() {}

  static Known of(String kind, String subject) {
    return ALL.stream()
        .filter(k -> k.kind().equals(kind) && k.subject().matcher(subject).matches())
        .findFirst()
        .orElse(NOTHING);
  }
}
