/**
 * Search, diagnosis and simulation spread by Apache Spark over the cores of one machine or of many.
 * The only room that knows Spark; it is made of what the other rooms can do by parts, and computes
 * nothing of its own. Where to begin: {@link io.busbar.fleet.SparkEngine}.
 */
@NullMarked
package io.busbar.fleet;

import org.jspecify.annotations.NullMarked;
