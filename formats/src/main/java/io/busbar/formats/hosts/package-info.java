/**
 * Files that name the hosts of a job: lists, SLURM's hostlist expressions, host files and rank
 * files of MPI, and SLURM's topology. Configuration of users: what is wrong is a problem, not a
 * remark.
 */
@NullMarked
package io.busbar.formats.hosts;

import org.jspecify.annotations.NullMarked;
