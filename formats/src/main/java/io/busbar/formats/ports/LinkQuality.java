package io.busbar.formats.ports;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * Bit errors of a link, and what its firmware makes of them.
 *
 * @param device empty when the output does not name it
 * @param effectiveBer bit errors per bit that error correction left; NaN when it was not printed
 * @param recommendation of the firmware; empty when it sees no issue
 */
public record LinkQuality(
    String device,
    double effectiveBer,
    String recommendation,
    Place berAt,
    Place recommendationAt,
    Place at)
    implements Entry {}
