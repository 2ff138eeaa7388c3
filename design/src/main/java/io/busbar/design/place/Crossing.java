package io.busbar.design.place;

import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Level;

/**
 * How far the communicators of a kind reach in a placement, the worst of them.
 *
 * @param level the farthest that any crosses
 * @param share part of its NIC rate that a rank gets there while all communicate at once
 */
record Crossing(GroupKind kind, Level level, double share) {}
