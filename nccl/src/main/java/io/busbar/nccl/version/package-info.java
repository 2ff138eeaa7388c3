/** Versions of NCCL: parsed, compared, and matched with those whose figures are known. */
@NullMarked
package io.busbar.nccl.version;

import org.jspecify.annotations.NullMarked;
