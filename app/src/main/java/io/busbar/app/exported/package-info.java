/** What plans and played steps become as files of other simulators. */
@NullMarked
package io.busbar.app.exported;

import org.jspecify.annotations.NullMarked;
