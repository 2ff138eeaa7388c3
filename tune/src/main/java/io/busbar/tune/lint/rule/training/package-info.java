/** Rules about a training framework and its gradients. */
@NullMarked
package io.busbar.tune.lint.rule.training;

import org.jspecify.annotations.NullMarked;
