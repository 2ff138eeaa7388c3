/**
 * Plays a scenario in the engine that its fidelity names, once, side by side with others, or
 * folded.
 */
@NullMarked
package io.busbar.simulate.scenario.run;

import org.jspecify.annotations.NullMarked;
