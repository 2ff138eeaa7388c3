package io.busbar.plan.textbook;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.report.Block;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The textbook's values beside ours, from the same inputs. Immutable.
 *
 * @param rows by topic, in reading order
 */
public record TextbookComparison(List<Row> rows) {
  private static final String NOTE =
      "Textbook values are computed by the textbook's formulas from the same inputs; rates are per"
          + " direction. – means that it has no formula for it.";

  public TextbookComparison {
    rows = List.copyOf(rows);
  }

  /**
   * One quantity.
   *
   * @param topic rows of one topic make one table
   * @param quantity what it is
   * @param textbook its value by the textbook's formula; null where it has none
   * @param textbookDigits significant digits that the textbook prints
   * @param ours its value by the right formula
   * @param unit of both
   * @param why one line on the difference
   * @param claims ids of the claims that it bears on
   * @param textbookTerm name of the textbook's value in the ledger; null where it has none
   * @param oursTerm name of ours in the ledger
   */
  public record Row(
      String topic,
      String quantity,
      @Nullable Double textbook,
      int textbookDigits,
      double ours,
      Unit unit,
      String why,
      List<String> claims,
      @Nullable String textbookTerm,
      String oursTerm) {
    public Row {
      claims = List.copyOf(claims);
    }

    /** The textbook's value with its own number of digits. */
    public String textbookShown() {
      return textbook == null ? "–" : unit.print(textbook, textbookDigits);
    }

    /** Our value. */
    public String oursShown() {
      return unit.print(ours);
    }
  }

  /** The rows that bear on a claim. */
  public TextbookComparison about(String claim) {
    return new TextbookComparison(rows.stream().filter(row -> row.claims.contains(claim)).toList());
  }

  /** One table per topic; nothing when there are no rows. */
  public List<Block> blocks() {
    Map<String, List<List<String>>> topics = new LinkedHashMap<>();
    for (Row row : rows) {
      topics
          .computeIfAbsent(row.topic, topic -> new ArrayList<>())
          .add(
              List.of(
                  row.quantity,
                  row.textbookShown(),
                  row.oursShown(),
                  row.why,
                  String.join(" ", row.claims)));
    }
    List<Block.Column> columns =
        List.of(
            Block.Column.text("quantity"),
            Block.Column.number("textbook"),
            Block.Column.number("ours"),
            Block.Column.text("why"),
            Block.Column.text("claims"));
    List<Block> blocks = new ArrayList<>();
    topics.forEach((topic, cells) -> {
      String note = blocks.size() == topics.size() - 1 ? NOTE : "";
      blocks.add(new Block.Table(topic, columns, cells, note));
    });
    return blocks;
  }

  /**
   * The reasons of both values of every row.
   *
   * @param ledger in which they were computed
   */
  public List<Explained> reasons(RecordingLedger ledger) {
    Set<String> names = new LinkedHashSet<>();
    for (Row row : rows) {
      if (row.textbookTerm != null) {
        names.add(row.textbookTerm);
      }
      names.add(row.oursTerm);
    }
    List<Explained> reasons = new ArrayList<>();
    for (String name : names) {
      Explained reason = ledger.get(name);
      if (reason != null) {
        reasons.add(reason);
      }
    }
    return reasons;
  }
}
