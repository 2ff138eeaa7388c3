/**
 * Advice: the shortest environment that is correct on a cluster for a version of NCCL, each line
 * with reason, evidence, predicted effect and a way to verify it; and what is left unset on
 * purpose. To add a piece: a class that implements {@code Piece}, and its name in {@code Advisor}.
 */
@NullMarked
package io.busbar.tune.advice;

import org.jspecify.annotations.NullMarked;
