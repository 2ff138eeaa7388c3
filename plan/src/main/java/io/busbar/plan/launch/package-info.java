/**
 * Plans from what people start a training with: settings in a framework's words become keys of a
 * plan file, each with the place where it was written, so that the plan's own checks speak of the
 * user's file. What was not understood is kept and told.
 */
@NullMarked
package io.busbar.plan.launch;

import org.jspecify.annotations.NullMarked;
