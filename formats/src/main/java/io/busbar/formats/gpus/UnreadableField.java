package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A field that should be a number and is none.
 *
 * @param part of the device, {@code PSU0}
 * @param name of the field with its unit
 */
public record UnreadableField(String part, String name, String value, Place at) implements Entry {}
