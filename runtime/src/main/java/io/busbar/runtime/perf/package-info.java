/**
 * Measures collectives as nccl-tests does, checks what they computed, and sets the machine's own
 * limits beside them: copying, reducing and passing bytes, measured in the same run.
 */
@NullMarked
package io.busbar.runtime.perf;

import org.jspecify.annotations.NullMarked;
