package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * Registration of a GPU in the NVLink fabric.
 *
 * @param state {@code Completed}, {@code In Progress}, {@code Not Started}, {@code N/A}
 * @param status {@code Success} or an error
 */
public record FabricState(String state, String status, String clusterUuid, Place at)
    implements Entry {}
