/**
 * What is wrong with an input: where, what was read, what was expected, the nearest valid name. All
 * problems of an input are collected before any is reported.
 */
@NullMarked
package io.busbar.base.problem;

import org.jspecify.annotations.NullMarked;
