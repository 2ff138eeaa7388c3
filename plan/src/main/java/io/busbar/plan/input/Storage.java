package io.busbar.plan.input;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import org.jspecify.annotations.Nullable;

/**
 * Storage behind the cluster, for input and checkpoints.
 *
 * @param readRate what the whole cluster can read; null when not given
 * @param writeRate what the whole cluster can write; null when not given
 * @param checkpointInterval time between checkpoints; null when not given
 * @param bytesPerToken what one token of input takes on storage
 */
public record Storage(
    @Nullable Bandwidth readRate,
    @Nullable Bandwidth writeRate,
    @Nullable TimeSpan checkpointInterval,
    DataSize bytesPerToken) {}
