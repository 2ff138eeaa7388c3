/** Lists of the kernel's modules, as lsmod prints them. */
@NullMarked
package io.busbar.formats.modules;

import org.jspecify.annotations.NullMarked;
