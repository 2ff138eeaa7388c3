/**
 * Collective algorithms of MSCCL: its XML is read and written. Names as in those files; what an
 * algorithm means is said elsewhere.
 */
@NullMarked
package io.busbar.formats.msccl;

import org.jspecify.annotations.NullMarked;
