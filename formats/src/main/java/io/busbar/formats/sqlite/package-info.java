/**
 * Rows of tables in SQLite files, without the database: pages are read as the file format documents
 * them (sqlite.org/fileformat2.html). Nothing native, nothing written, no query that never ends.
 */
@NullMarked
package io.busbar.formats.sqlite;

import org.jspecify.annotations.NullMarked;
