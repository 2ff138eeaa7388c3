/**
 * The few variables that decide what NCCL chooses, as NCCL itself reads them. What is wrong with
 * them, and all the others, is another topic.
 */
@NullMarked
package io.busbar.nccl.settings;

import org.jspecify.annotations.NullMarked;
