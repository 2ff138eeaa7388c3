/**
 * What a reader of whole files implements, and what it is given. Knows no tool; the list of readers
 * is in {@code formats.detect}.
 */
@NullMarked
package io.busbar.formats.document;

import org.jspecify.annotations.NullMarked;
