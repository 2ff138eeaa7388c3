/**
 * What training frameworks can do, since which release and by which setting, as data: {@code
 * stack/frameworks.yaml}. The search proposes and the advice recommends only what the stack of a
 * plan can run.
 */
@NullMarked
package io.busbar.plan.stack;

import org.jspecify.annotations.NullMarked;
