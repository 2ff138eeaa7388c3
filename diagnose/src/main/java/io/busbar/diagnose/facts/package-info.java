/**
 * What the readers found, gathered so that checks can ask for it; bounded, whatever the logs hold.
 */
@NullMarked
package io.busbar.diagnose.facts;

import org.jspecify.annotations.NullMarked;
