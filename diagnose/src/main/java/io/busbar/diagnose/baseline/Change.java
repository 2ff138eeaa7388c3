package io.busbar.diagnose.baseline;

import io.busbar.formats.artefact.Place;
import java.util.List;

/**
 * Something that differs from the good run.
 *
 * @param kind {@code version}, {@code setting}, {@code network}, {@code nics}, {@code port}, {@code
 *     transport}, {@code channels}, {@code counter}, {@code step}, {@code busbw}, {@code finding}
 * @param subject what of that kind
 * @param before empty when there was none
 * @param after empty when there is none
 * @param effect {@code explains} the loss in figures; {@code may-explain} it by what is known of
 *     such a change; {@code symptom} of it; {@code unclear}; {@code unlikely}
 * @param evidence the line of the good run, then that of this one, where there are such
 */
public record Change(
    String kind,
    String subject,
    String before,
    String after,
    String effect,
    String why,
    List<Place> evidence) {
  static final String EXPLAINS = "explains";
  static final String MAY_EXPLAIN = "may-explain";
  static final String SYMPTOM = "symptom";
  static final String UNCLEAR = "unclear";
  static final String UNLIKELY = "unlikely";

  public Change {
    evidence = List.copyOf(evidence);
  }
}
