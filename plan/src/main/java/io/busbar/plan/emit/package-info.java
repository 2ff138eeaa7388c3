/**
 * A plan in the words of a training framework: layout, buckets, prefetch and overlap as text that
 * can be pasted, each setting with its reason and the effect the model predicts for it. The names
 * of settings, with reasons and traps, are data: {@code emit/*.yaml}.
 */
@NullMarked
package io.busbar.plan.emit;

import org.jspecify.annotations.NullMarked;
