/**
 * What a rule sees and says. The rules stand below by subject, one small class each; their words
 * stand in {@code lint/rules.properties}.
 */
@NullMarked
package io.busbar.tune.lint.rule;

import org.jspecify.annotations.NullMarked;
