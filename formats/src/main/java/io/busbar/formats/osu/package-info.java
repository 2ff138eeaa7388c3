/** Tables of the OSU micro-benchmarks (osu_allreduce and the like). */
@NullMarked
package io.busbar.formats.osu;

import org.jspecify.annotations.NullMarked;
