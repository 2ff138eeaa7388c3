/**
 * Execution traces of Chakra: a stream of protobuf messages, each behind its length, read one by
 * one and written. Groups of ranks come from a JSON file beside them.
 */
@NullMarked
package io.busbar.formats.chakra;

import org.jspecify.annotations.NullMarked;
