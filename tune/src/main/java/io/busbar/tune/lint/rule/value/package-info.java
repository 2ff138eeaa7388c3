/** Rules about how a name or a value is written, and whether the release reads it. */
@NullMarked
package io.busbar.tune.lint.rule.value;

import org.jspecify.annotations.NullMarked;
