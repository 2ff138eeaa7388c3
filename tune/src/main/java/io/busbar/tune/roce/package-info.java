/**
 * What RoCE needs from NICs and switches, by formula: traffic classes, PFC headroom, ECN
 * thresholds, collisions of hashed flows, queue pairs and channel buffers; and the commands that
 * set them. Figures are starting values: a switch's own documentation comes first.
 */
@NullMarked
package io.busbar.tune.roce;

import org.jspecify.annotations.NullMarked;
