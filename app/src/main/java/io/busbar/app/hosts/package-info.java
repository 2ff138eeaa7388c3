/**
 * Hosts on which Busbar's own runtime has its ranks: what a fit found of them, the cluster file
 * that says so, and what follows for collectives.
 */
@NullMarked
package io.busbar.app.hosts;

import org.jspecify.annotations.NullMarked;
