/**
 * YAML and JSON as trees whose every node knows its file, line and column. Limits on size and depth
 * hold before anything is built; aliases and duplicate keys are problems, not surprises.
 */
@NullMarked
package io.busbar.formats.tree;

import org.jspecify.annotations.NullMarked;
