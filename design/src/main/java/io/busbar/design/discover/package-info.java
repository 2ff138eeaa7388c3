/**
 * A fabric as tools discovered it, made sense of: tiers by distance from the hosts, rails, leaf
 * groups and pods, oversubscription, and what is degraded, missing, or plugged into the wrong
 * place.
 */
@NullMarked
package io.busbar.design.discover;

import org.jspecify.annotations.NullMarked;
