/** Rules about logs and traces. */
@NullMarked
package io.busbar.tune.lint.rule.log;

import org.jspecify.annotations.NullMarked;
