/**
 * The time of one training step, as closed forms: matrix products by shape, attention, memory
 * traffic, exposed communication per dimension, pipeline bubble, optimizer. Equations and sources:
 * {@code docs/step-model.md}; constants: the resource {@code step/constants.yaml}.
 */
@NullMarked
package io.busbar.plan.step;

import org.jspecify.annotations.NullMarked;
