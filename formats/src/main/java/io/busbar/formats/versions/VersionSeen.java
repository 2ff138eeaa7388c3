package io.busbar.formats.versions;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A version that an output names.
 *
 * @param product as {@link VersionReader} calls it, {@code NVIDIA driver}
 */
public record VersionSeen(String product, String version, Place at) implements Entry {}
