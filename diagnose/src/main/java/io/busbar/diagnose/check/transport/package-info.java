/** Checks of what NCCL chose: NICs, GPUDirect RDMA, settings, communicators. */
@NullMarked
package io.busbar.diagnose.check.transport;

import org.jspecify.annotations.NullMarked;
