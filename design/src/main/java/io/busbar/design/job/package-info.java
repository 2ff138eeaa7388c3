/** What a training job gets from a fabric: its step on candidates, collisions, streams. */
@NullMarked
package io.busbar.design.job;

import org.jspecify.annotations.NullMarked;
