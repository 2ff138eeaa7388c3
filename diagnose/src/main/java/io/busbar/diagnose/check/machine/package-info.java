/** Checks of one machine: GPUs, NVLink, PCIe, kernel messages, topology files. */
@NullMarked
package io.busbar.diagnose.check.machine;

import org.jspecify.annotations.NullMarked;
