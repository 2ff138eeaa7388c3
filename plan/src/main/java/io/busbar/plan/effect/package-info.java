/**
 * What a change would do: the model evaluated with and without it, never a rule of thumb. Feeds the
 * effects, recommendations and the explanation of a measured gap.
 */
@NullMarked
package io.busbar.plan.effect;

import org.jspecify.annotations.NullMarked;
