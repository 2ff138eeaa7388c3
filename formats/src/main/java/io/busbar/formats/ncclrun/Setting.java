package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Origin;
import io.busbar.formats.artefact.Place;

/**
 * An environment variable and its value.
 *
 * @param command number of the command line it was given on; 0 when NCCL printed it or it stands in
 *     a listing
 * @param origin who printed it
 */
public record Setting(String name, String value, int command, Origin origin, Place at)
    implements Entry {}
