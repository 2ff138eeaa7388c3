/** CSV with a header line as rows of named cells that know their line. */
@NullMarked
package io.busbar.formats.csv;

import org.jspecify.annotations.NullMarked;
