/** How right the diagnosis is, on a corpus of artefacts with known causes. */
@NullMarked
package io.busbar.diagnose.validate;

import org.jspecify.annotations.NullMarked;
