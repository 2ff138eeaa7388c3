/**
 * What a training set-up holds in the memory of each GPU, stage by stage and part by part, and
 * whether that fits. {@link io.busbar.plan.memory.MemoryModel} is the entry; {@link
 * io.busbar.plan.search.Completion} chooses what a set-up leaves open.
 */
@NullMarked
package io.busbar.plan.memory;

import org.jspecify.annotations.NullMarked;
