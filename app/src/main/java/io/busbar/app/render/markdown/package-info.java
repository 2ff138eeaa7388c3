/** Reports as Markdown, for records that people keep. */
@NullMarked
package io.busbar.app.render.markdown;

import org.jspecify.annotations.NullMarked;
