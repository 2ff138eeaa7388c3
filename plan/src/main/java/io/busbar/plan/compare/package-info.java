/** Several plans beside each other: what differs and where the difference comes from. */
@NullMarked
package io.busbar.plan.compare;

import org.jspecify.annotations.NullMarked;
