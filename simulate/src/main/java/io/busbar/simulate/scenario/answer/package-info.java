/** What a run came to, and what bounded its time. */
@NullMarked
package io.busbar.simulate.scenario.answer;

import org.jspecify.annotations.NullMarked;
