/** Copies of inputs without names, addresses and secrets, so that people can share them. */
@NullMarked
package io.busbar.diagnose.redact;

import org.jspecify.annotations.NullMarked;
