package io.busbar.formats.collected;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A command whose output follows.
 *
 * @param here false when the tool was not on the machine
 */
public record Collected(String command, boolean here, Place at) implements Entry {}
