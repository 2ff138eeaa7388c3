package io.busbar.nccl.textbook;

import java.util.List;

/**
 * One quantity by the textbook and by us.
 *
 * @param topic rows of one topic make one table
 * @param quantity what it is
 * @param textbook its value by the textbook's formula or figure
 * @param ours what the hardware achieves, or what NCCL chooses
 * @param unit of both
 * @param why one line on the difference
 * @param claims ids of the textbook's claims that it bears on
 * @param textbookTerm name of the textbook's value in the ledger
 * @param oursTerm name of ours in the ledger
 */
public record ClaimRow(
    String topic,
    String quantity,
    double textbook,
    double ours,
    Measure unit,
    String why,
    List<String> claims,
    String textbookTerm,
    String oursTerm) {
  public ClaimRow {
    claims = List.copyOf(claims);
  }
}
