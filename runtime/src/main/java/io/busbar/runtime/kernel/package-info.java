/**
 * Loops over elements: adding, comparing, averaging. One class uses the Vector API and is loaded
 * only where that module is; its plain twin gives the same results everywhere.
 */
@NullMarked
package io.busbar.runtime.kernel;

import org.jspecify.annotations.NullMarked;
