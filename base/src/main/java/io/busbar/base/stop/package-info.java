/** Long work that nobody waits for any longer ends early. */
@NullMarked
package io.busbar.base.stop;

import org.jspecify.annotations.NullMarked;
