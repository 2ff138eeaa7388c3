/**
 * How right a model of collective times is: its predictions against measured tables, by experiment,
 * system and regime of sizes.
 */
@NullMarked
package io.busbar.nccl.validate;

import org.jspecify.annotations.NullMarked;
