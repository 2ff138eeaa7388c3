/**
 * Processes on other hosts that do what one process asks of them: which hosts there are, how an
 * agent is started on each, and the conversation between the agents and the process that leads.
 */
@NullMarked
package io.busbar.runtime.launch;

import org.jspecify.annotations.NullMarked;
