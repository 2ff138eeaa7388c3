package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * The row remapper of a GPU.
 *
 * @param gpu bus id as printed; empty when unknown
 * @param uncorrectable rows that were remapped for uncorrectable errors; 0 when not told
 * @param pending whether a row waits for a reset
 * @param failed whether remapping failed, so that no spare row is left
 * @param at the line that tells the worst of it
 */
public record RowRemap(String gpu, long uncorrectable, boolean pending, boolean failed, Place at)
    implements Entry {}
