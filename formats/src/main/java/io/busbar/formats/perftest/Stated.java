package io.busbar.formats.perftest;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A bandwidth that somebody wrote down.
 *
 * @param label words before it
 * @param gigabytesPerSecond 10⁹ bytes per second
 */
public record Stated(String label, double gigabytesPerSecond, Place at) implements Entry {}
