/** Inputs of SimAI and the ns-3 forks around HPCC: topologies as text. */
@NullMarked
package io.busbar.formats.simai;

import org.jspecify.annotations.NullMarked;
