/** Message fidelity: latency and bandwidth per connection, no sharing inside the fabric. */
@NullMarked
package io.busbar.simulate.message;

import org.jspecify.annotations.NullMarked;
