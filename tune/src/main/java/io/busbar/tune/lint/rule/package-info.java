/** The rules, one small class each; what they say stands in {@code lint/rules.properties}. */
@NullMarked
package io.busbar.tune.lint.rule;

import org.jspecify.annotations.NullMarked;
