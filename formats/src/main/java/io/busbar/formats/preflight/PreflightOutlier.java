package io.busbar.formats.preflight;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.List;

/**
 * Something that a preflight found to stand out.
 *
 * @param code as the preflight names it
 * @param severity critical, warning or info
 * @param host whose it is; of a pair the first; empty for all together
 * @param peer the other of a pair; empty otherwise
 * @param title what is the case, in figures
 * @param evidence what it rests on
 */
public record PreflightOutlier(
    String code,
    String severity,
    String host,
    String peer,
    String title,
    List<String> evidence,
    Place at)
    implements Entry {
  public PreflightOutlier {
    evidence = List.copyOf(evidence);
  }
}
