package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Origin;
import io.busbar.formats.artefact.Place;

/**
 * How a channel gets from one rank to another.
 *
 * @param from rank; −1 when unknown
 * @param to rank; −1 when unknown
 * @param direction {@code send}, {@code receive} or empty
 * @param transport {@code NET}, {@code COLLNET}, {@code P2P} or {@code SHM}
 * @param network of NET: {@code IB}, {@code Socket}, {@code AWS Libfabric}; else empty
 * @param device index of the NIC; −1 for other transports
 * @param gdr whether the NIC reads or writes GPU memory itself
 */
public record Connection(
    int from,
    int to,
    String direction,
    String transport,
    String network,
    int device,
    boolean gdr,
    Origin origin,
    Place at)
    implements Entry {}
