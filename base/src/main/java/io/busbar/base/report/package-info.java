/**
 * An answer as blocks: what a room says, independent of how it is shown. Renderers know kinds of
 * blocks and nothing about the command that made them.
 */
@NullMarked
package io.busbar.base.report;

import org.jspecify.annotations.NullMarked;
