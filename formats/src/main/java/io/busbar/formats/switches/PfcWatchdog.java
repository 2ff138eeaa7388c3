package io.busbar.formats.switches;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * What the PFC watchdog of a switch says of a queue.
 *
 * @param host the switch; empty when unknown
 * @param port interface
 * @param queue number
 * @param stormed whether the queue is cut off now
 * @param detected storms so far
 * @param restored how many of them ended
 * @param dropped packets that the watchdog dropped, sent and received
 */
public record PfcWatchdog(
    String host,
    String port,
    int queue,
    boolean stormed,
    long detected,
    long restored,
    long dropped,
    Place at)
    implements Entry {}
