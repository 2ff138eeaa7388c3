/** Inputs of Calculon: applications (models) and executions (how they are trained). */
@NullMarked
package io.busbar.formats.calculon;

import org.jspecify.annotations.NullMarked;
