/**
 * Environments as people write them down: shell scripts, listings, {@code nccl.conf}, Dockerfiles,
 * Kubernetes files, SLURM scripts, launcher command lines, Python, logs. Every reader gives {@link
 * io.busbar.formats.env.Assignment}s with the value that the program would see, and the commands
 * and calls beside them, each with its place. Nothing is executed.
 */
@NullMarked
package io.busbar.formats.env;

import org.jspecify.annotations.NullMarked;
