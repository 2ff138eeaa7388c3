/**
 * The proof of a schedule: its programs are run on names of data instead of data. {@link
 * io.busbar.collective.verify.Verifier} says whether results are right, whether lanes can block
 * each other, and what every edge carries.
 */
@NullMarked
package io.busbar.collective.verify;

import org.jspecify.annotations.NullMarked;
