package io.busbar.formats.torch;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * The watchdog of a rank gave up waiting for a collective.
 *
 * @param rank −1 when unknown
 * @param sequence of the process group; −1 when this version does not print it
 * @param operation {@code ALLREDUCE}
 * @param elements −1 when they were not printed
 * @param limitMs how long it may take
 * @param ranMs how long it took; −1 when the line was cut
 */
public record WatchdogTimeout(
    int rank, long sequence, String operation, long elements, long limitMs, long ranMs, Place at)
    implements Entry {}
