/** Rules about what NCCL chooses: algorithms, protocols, channels, paths. */
@NullMarked
package io.busbar.tune.lint.rule.choice;

import org.jspecify.annotations.NullMarked;
