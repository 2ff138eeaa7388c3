package io.busbar.formats.switches;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A counter of a port of a switch.
 *
 * @param port as printed, with the queue behind a blank where there is one; empty when unknown
 * @param name as printed
 */
public record SwitchCounter(String port, String name, Kind kind, double value, Place at)
    implements Entry {
  /** What a counter counts. */
  public enum Kind {
    /** Frames broken on the wire. */
    ERROR,
    /** Packets that found no room. */
    DROP,
    /** Pause frames, also of one priority. */
    PAUSE
  }
}
