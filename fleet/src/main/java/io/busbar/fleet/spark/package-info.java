/** Starting and ending Spark, and the files of whatever file system a cluster has. */
@NullMarked
package io.busbar.fleet.spark;

import org.jspecify.annotations.NullMarked;
