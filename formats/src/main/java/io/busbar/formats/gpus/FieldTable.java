package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A table of fields as a whole.
 *
 * @param numbers fields with a unit that hold a number
 * @param bad fields of a status that is not OK
 * @param temperatureAt line of a temperature, else the first line
 */
public record FieldTable(int numbers, int bad, Place at, Place temperatureAt) implements Entry {}
