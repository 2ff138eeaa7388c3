/**
 * Quality of service as switches are configured for it: flow control by priority, marks of
 * congestion, classes by DSCP, headroom. SONiC, Arista EOS, Cumulus NVUE and Cisco NX-OS become one
 * record.
 */
@NullMarked
package io.busbar.formats.switchqos;

import org.jspecify.annotations.NullMarked;
