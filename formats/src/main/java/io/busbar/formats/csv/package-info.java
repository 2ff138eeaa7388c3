/** CSV with a header line as rows of named cells that know their line; and its writing. */
@NullMarked
package io.busbar.formats.csv;

import org.jspecify.annotations.NullMarked;
