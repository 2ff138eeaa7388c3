package io.busbar.base.report;

import java.util.List;

/**
 * Something the user should know or do.
 *
 * @param code stable identifier in kebab-case
 * @param severity how much it matters
 * @param title what is the case, in one line
 * @param why the reason, in figures where there are any
 * @param evidence what it rests on
 * @param fix what to do, each line an action with its predicted effect
 */
public record Finding(
    String code,
    Severity severity,
    String title,
    String why,
    List<String> evidence,
    List<String> fix) {
  public Finding {
    evidence = List.copyOf(evidence);
    fix = List.copyOf(fix);
  }
}
