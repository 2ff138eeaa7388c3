/**
 * Lint of what people set for NCCL: files are read into assignments and commands, small rules look
 * at them, and every finding says what is wrong, why, and what to write instead. To add a rule: a
 * class below {@link io.busbar.tune.lint.rule}, its name in {@code Rules}, its texts and examples
 * in {@code lint/rules.properties}.
 */
@NullMarked
package io.busbar.tune.lint;

import org.jspecify.annotations.NullMarked;
