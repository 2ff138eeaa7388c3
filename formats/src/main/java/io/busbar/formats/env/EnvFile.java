package io.busbar.formats.env;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;

/**
 * A file that sets variables, as the judge of settings reads it.
 *
 * @param lines of the file, to quote from
 */
public record EnvFile(EnvSource source, Place at, TextLines lines) implements Entry {}
