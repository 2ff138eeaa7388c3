/**
 * The textbook's arithmetic beside ours: {@link io.busbar.plan.textbook.Textbook} computes both
 * from the same inputs, {@link io.busbar.plan.textbook.Claims} holds what the textbook says, what
 * holds, and which command shows it. A textbook value is never stored, always computed by its
 * formula.
 */
@NullMarked
package io.busbar.plan.textbook;

import org.jspecify.annotations.NullMarked;
