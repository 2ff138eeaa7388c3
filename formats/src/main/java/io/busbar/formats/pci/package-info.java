/** PCIe devices with their links and access control, as lspci prints them. */
@NullMarked
package io.busbar.formats.pci;

import org.jspecify.annotations.NullMarked;
