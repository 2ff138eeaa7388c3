/** What to run on a cluster, in order, and what a healthy result is there. */
@NullMarked
package io.busbar.diagnose.runbook;

import org.jspecify.annotations.NullMarked;
