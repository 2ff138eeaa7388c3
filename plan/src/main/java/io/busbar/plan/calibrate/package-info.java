/**
 * Own measurements make the step model fit one machine: measured steps and operators determine a
 * few of its constants, shrunk to what is usual.
 */
@NullMarked
package io.busbar.plan.calibrate;

import org.jspecify.annotations.NullMarked;
