/**
 * Algorithms of collectives, ours and those of files: what they are, their proof, how long they
 * take in the engines and when they are executed here. Used by {@code busbar algo}.
 */
@NullMarked
package io.busbar.app.algo;

import org.jspecify.annotations.NullMarked;
