package io.busbar.plan.textbook;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import java.util.ArrayList;
import java.util.List;

/** Collects the rows of a comparison, topic by topic. Used by one thread for one comparison. */
final class Rows {
  private final List<TextbookComparison.Row> rows = new ArrayList<>();
  private final String subject;
  private final Ledger ledger;
  private String topic = "";
  private List<String> claimsOfTopic = List.of();

  /**
   * @param subject what is compared; begins the title of every topic
   */
  Rows(String subject, Ledger ledger) {
    this.subject = subject;
    this.ledger = ledger;
  }

  /**
   * Starts a topic.
   *
   * @param claims what its rows bear on, whatever they are about; none: each row says it itself
   */
  void topic(String title, String... claims) {
    topic = subject + ": " + title;
    claimsOfTopic = List.of(claims);
  }

  /** A row of a quantity for which the textbook has a formula. */
  void add(
      String quantity, Both both, int textbookDigits, Unit unit, String why, String... claims) {
    rows.add(
        new TextbookComparison.Row(
            topic,
            quantity,
            both.textbook,
            textbookDigits,
            both.ours,
            unit,
            why,
            claims(claims),
            both.textbookTerm,
            both.oursTerm));
  }

  /** A row of a quantity that the textbook leaves out. Returns the value. */
  double addOurs(
      String quantity, Term term, double value, Unit unit, String why, String... claims) {
    rows.add(
        new TextbookComparison.Row(
            topic,
            quantity,
            null,
            0,
            put(term, value),
            unit,
            why,
            claims(claims),
            null,
            term.name()));
    return value;
  }

  /** Both values of a row, noted in the ledger. */
  Both both(Term textbookTerm, double textbook, Term oursTerm, double ours) {
    return new Both(
        put(textbookTerm, textbook), textbookTerm.name(), put(oursTerm, ours), oursTerm.name());
  }

  /** Notes a value that is no row of its own. */
  double put(Term term, double value) {
    return ledger.put(term, value);
  }

  Ledger ledger() {
    return ledger;
  }

  TextbookComparison comparison() {
    return new TextbookComparison(rows);
  }

  private List<String> claims(String... claims) {
    return claimsOfTopic.isEmpty() ? List.of(claims) : claimsOfTopic;
  }

  /** The textbook's value and ours. */
  record Both(double textbook, String textbookTerm, double ours, String oursTerm) {}
}
