/**
 * Fits the parameters of a model of collective times to measured tables, says how well each is
 * determined, and refuses those that the tables say nothing about.
 */
@NullMarked
package io.busbar.nccl.calibrate;

import org.jspecify.annotations.NullMarked;
