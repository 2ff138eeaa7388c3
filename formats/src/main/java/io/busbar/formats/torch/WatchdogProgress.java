package io.busbar.formats.torch;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * How far a rank is in a process group.
 *
 * @param group as printed, {@code 1} or {@code 0(default_pg)}
 */
public record WatchdogProgress(int rank, String group, long enqueued, long completed, Place at)
    implements Entry {}
