/**
 * The environment variables that NCCL, its plugins and its users read: who reads them, from which
 * version to which, their types, defaults with history, and what to think of them. The table is the
 * resource {@code nccl/variables.csv}.
 */
@NullMarked
package io.busbar.nccl.variable;

import org.jspecify.annotations.NullMarked;
