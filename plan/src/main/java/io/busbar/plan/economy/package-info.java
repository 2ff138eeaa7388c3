/**
 * What a step costs in money, what storage adds to it, and what failures take: closed forms beside
 * the step time.
 */
@NullMarked
package io.busbar.plan.economy;

import org.jspecify.annotations.NullMarked;
