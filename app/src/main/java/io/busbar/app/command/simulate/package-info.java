/** {@code simulate} and {@code simulate step}. */
@NullMarked
package io.busbar.app.command.simulate;

import org.jspecify.annotations.NullMarked;
