/**
 * Algorithms in which ranks write into and read from each other's memory and tell each other when
 * they have: what they do, and whether it is right.
 */
@NullMarked
package io.busbar.collective.onesided;

import org.jspecify.annotations.NullMarked;
