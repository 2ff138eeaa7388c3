package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Origin;
import io.busbar.formats.artefact.Place;

/**
 * A rank begins or has finished to set up a communicator.
 *
 * @param id what tells communicators apart: commId, else the pointer with its host
 * @param complete whether it has finished
 */
public record Communicator(
    String id, int rank, int ranks, boolean complete, Origin origin, Place at) implements Entry {}
