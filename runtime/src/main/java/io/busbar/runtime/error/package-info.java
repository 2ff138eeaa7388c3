/** What collectives throw when they cannot finish; every error names ranks. */
@NullMarked
package io.busbar.runtime.error;

import org.jspecify.annotations.NullMarked;
