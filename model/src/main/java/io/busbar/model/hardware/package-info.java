/**
 * Hardware as the models need it: GPUs, nodes, NICs and switches lowered from the catalogue to
 * primitive figures, each still able to name its source.
 */
@NullMarked
package io.busbar.model.hardware;

import org.jspecify.annotations.NullMarked;
