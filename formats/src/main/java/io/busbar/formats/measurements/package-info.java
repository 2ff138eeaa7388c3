/**
 * Measured tables of collectives with the system that each was measured on: an index in YAML and
 * one CSV per experiment. Fields that a source does not state are kept as unknown.
 */
@NullMarked
package io.busbar.formats.measurements;

import org.jspecify.annotations.NullMarked;
