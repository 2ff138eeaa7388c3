/** Reports as Markdown, for records that people keep. */
@NullMarked
package io.busbar.app.markdown;

import org.jspecify.annotations.NullMarked;
