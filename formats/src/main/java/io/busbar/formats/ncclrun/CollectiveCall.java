package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A collective that a rank issued, as NCCL logs it with the subsystem COLL.
 *
 * @param communicator commId; empty when the set-up of the communicator was not logged
 * @param rank in the communicator; −1 when its set-up was not logged
 * @param operation {@code AllReduce}
 * @param opCount number of the call in its communicator
 * @param repeated how many calls with the same number came before it, as calls of one group do
 * @param count elements
 * @param type number of the data type
 */
public record CollectiveCall(
    String communicator,
    int rank,
    String operation,
    long opCount,
    int repeated,
    long count,
    int type,
    Place at)
    implements Entry {}
