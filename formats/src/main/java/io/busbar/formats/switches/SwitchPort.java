package io.busbar.formats.switches;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * State of a port of a switch.
 *
 * @param down whether it went down: a log says so, or it is down and has carried packets
 * @param gigabits its rate in 10⁹ bits per second while it is up; 0 when not told
 */
public record SwitchPort(String port, boolean down, double gigabits, Place at) implements Entry {}
