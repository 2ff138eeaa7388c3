/**
 * What is simulated: where, what is sent, over which transport and by which routes, and what is
 * wrong on purpose. Values only.
 */
@NullMarked
package io.busbar.simulate.scenario.setting;

import org.jspecify.annotations.NullMarked;
