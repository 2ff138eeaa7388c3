package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Origin;
import io.busbar.formats.artefact.Place;

/**
 * An environment variable and its value.
 *
 * @param command number of the command line it was given on; 0 in a listing, {@link #ECHOED} when
 *     NCCL itself printed it
 * @param origin who printed it
 */
public record Setting(String name, String value, int command, Origin origin, Place at)
    implements Entry {
  /** The library printed it, so it knows the variable. */
  public static final int ECHOED = -1;
}
