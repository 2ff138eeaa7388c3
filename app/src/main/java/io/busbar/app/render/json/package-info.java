/**
 * Answers as JSON: records become objects by one rule, which the published schemas follow as well;
 * timelines become Chrome traces.
 */
@NullMarked
package io.busbar.app.render.json;

import org.jspecify.annotations.NullMarked;
