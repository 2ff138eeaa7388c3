/** Scenario files of {@code busbar simulate}: their keys, and the question that they ask. */
@NullMarked
package io.busbar.app.scenario;

import org.jspecify.annotations.NullMarked;
