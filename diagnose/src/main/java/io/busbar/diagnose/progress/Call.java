package io.busbar.diagnose.progress;

import io.busbar.formats.artefact.Place;

/**
 * A collective that a rank issued.
 *
 * @param kind of what all ranks of the group must agree on: operation, size, type
 * @param open whether it was issued and has not completed, as far as the source tells
 * @param createdNs by the rank's clock; 0 when not told
 * @param completedNs by the rank's clock; 0 when not told
 */
record Call(
    int rank,
    long sequence,
    String operation,
    String kind,
    String state,
    boolean open,
    long createdNs,
    long completedNs,
    Place at) {}
