/** GOAL schedules of the LogGOPSim and ATLAHS tools: sends, receives and computations per rank. */
@NullMarked
package io.busbar.formats.goal;

import org.jspecify.annotations.NullMarked;
