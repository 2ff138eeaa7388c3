/**
 * Reports as text of a fixed width: one small class per kind of block. Everything goes through
 * {@link io.busbar.app.render.text.Paper}, which lets no control character of an input reach a
 * terminal.
 */
@NullMarked
package io.busbar.app.render.text;

import org.jspecify.annotations.NullMarked;
