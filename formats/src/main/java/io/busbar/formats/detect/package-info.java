/**
 * The one registry of what can be read: readers of whole files ({@code DocumentKinds}) and readers
 * of lines ({@code LineKinds}), and the detection that leads a file to them. Nobody else looks at a
 * file to tell what it is.
 */
@NullMarked
package io.busbar.formats.detect;

import org.jspecify.annotations.NullMarked;
