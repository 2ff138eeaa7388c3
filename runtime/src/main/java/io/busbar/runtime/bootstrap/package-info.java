/**
 * How ranks find each other before there is a transport: through the environment, a folder, a root
 * that listens, or a function that somebody else offers.
 */
@NullMarked
package io.busbar.runtime.bootstrap;

import org.jspecify.annotations.NullMarked;
