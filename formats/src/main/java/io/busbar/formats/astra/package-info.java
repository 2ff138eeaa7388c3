/** Inputs of ASTRA-sim's analytical backends: networks by dimension, and its system file. */
@NullMarked
package io.busbar.formats.astra;

import org.jspecify.annotations.NullMarked;
