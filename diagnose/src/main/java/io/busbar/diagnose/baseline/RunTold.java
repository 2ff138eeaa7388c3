package io.busbar.diagnose.baseline;

import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Place;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the files of a run tell.
 *
 * @param findings codes of warnings and graver findings, each with its first line
 */
public record RunTold(Facts facts, Map<String, Place> findings) {
  public RunTold {
    findings = Collections.unmodifiableMap(new LinkedHashMap<>(findings));
  }
}
