/** Rules about NICs, their transport, their classes of traffic and the interfaces of the host. */
@NullMarked
package io.busbar.tune.lint.rule.nic;

import org.jspecify.annotations.NullMarked;
