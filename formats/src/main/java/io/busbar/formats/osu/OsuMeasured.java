package io.busbar.formats.osu;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;

/**
 * A table of OSU's benchmarks with its lines.
 *
 * @param lines of the file, to quote from
 */
public record OsuMeasured(OsuTable table, Place at, TextLines lines) implements Entry {
  /** The row as evidence. */
  public Place place(OsuTable.Row row) {
    return lines.place(row.line());
  }
}
