/** Speed and memory, measured with JMH and printed; never asserted in a test. */
@NullMarked
package io.busbar.benchmarks;

import org.jspecify.annotations.NullMarked;
