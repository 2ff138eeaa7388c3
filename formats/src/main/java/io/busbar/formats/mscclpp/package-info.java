/** Execution plans of MSCCL++: who writes which chunk into whose memory, and who waits for it. */
@NullMarked
package io.busbar.formats.mscclpp;

import org.jspecify.annotations.NullMarked;
