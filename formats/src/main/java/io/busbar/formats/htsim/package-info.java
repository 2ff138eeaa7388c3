/**
 * Inputs of the htsim family (csg-htsim, uet-htsim): connection matrices (.cm) and descriptions of
 * fat trees (.topo).
 */
@NullMarked
package io.busbar.formats.htsim;

import org.jspecify.annotations.NullMarked;
