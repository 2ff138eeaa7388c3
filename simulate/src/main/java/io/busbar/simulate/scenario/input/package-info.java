/** Questions of users as a scenario: options and scenario files, with every problem in them. */
@NullMarked
package io.busbar.simulate.scenario.input;

import org.jspecify.annotations.NullMarked;
