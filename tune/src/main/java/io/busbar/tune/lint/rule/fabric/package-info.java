/** Rules about switches and what runs in them. */
@NullMarked
package io.busbar.tune.lint.rule.fabric;

import org.jspecify.annotations.NullMarked;
