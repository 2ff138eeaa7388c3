/**
 * Which nodes a job gets and in which order its ranks fill them, so that its heavy groups stay low
 * in the fabric. Judged by the step model, confirmed by the flow engine.
 */
@NullMarked
package io.busbar.design.place;

import org.jspecify.annotations.NullMarked;
