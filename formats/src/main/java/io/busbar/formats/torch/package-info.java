/** PyTorch's watchdog and flight recorder. */
@NullMarked
package io.busbar.formats.torch;

import org.jspecify.annotations.NullMarked;
