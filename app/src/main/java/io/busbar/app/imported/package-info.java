/** What other simulators' files say, in the words of ours: fabrics, traffic, programs of ranks. */
@NullMarked
package io.busbar.app.imported;

import org.jspecify.annotations.NullMarked;
