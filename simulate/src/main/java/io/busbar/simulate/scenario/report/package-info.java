/** The answer for people: tables, comparisons and pictures. */
@NullMarked
package io.busbar.simulate.scenario.report;

import org.jspecify.annotations.NullMarked;
