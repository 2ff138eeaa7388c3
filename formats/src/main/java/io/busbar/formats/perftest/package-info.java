/**
 * Figures that people measure and write down: perftest, repeated timings, pairs of nodes, prose.
 */
@NullMarked
package io.busbar.formats.perftest;

import org.jspecify.annotations.NullMarked;
