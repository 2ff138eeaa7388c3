/** The answer of {@code busbar design}: records that are its JSON. */
@NullMarked
package io.busbar.design.answer;

import org.jspecify.annotations.NullMarked;
