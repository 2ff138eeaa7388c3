/**
 * The file of NCCL's example tuner plugin: made from the time model's best choice per size, checked
 * by a reader that is as strict as the plugin is lax. The plugin drops or misreads wrong lines
 * without a word, so every problem is found here.
 */
@NullMarked
package io.busbar.tune.tuner;

import org.jspecify.annotations.NullMarked;
