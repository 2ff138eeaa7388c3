package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * NVLinks of a GPU.
 *
 * @param active links with a speed
 * @param inactive links without
 * @param speedGBps of the active ones, as printed, one direction; NaN when there are none
 * @param last its last link that was listed
 * @param firstInactive its first inactive link; the GPU's line when there is none
 */
public record GpuLinks(
    int index,
    String model,
    int active,
    int inactive,
    double speedGBps,
    Place at,
    Place last,
    Place firstInactive)
    implements Entry {}
