package io.busbar.formats.preflight;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A preflight.
 *
 * @param hosts that took part
 * @param pairs that were measured, on all interfaces
 * @param outliers how many things stood out
 */
public record PreflightRun(long hosts, long pairs, int outliers, Place at) implements Entry {}
