/**
 * Who is cabled to whom, as the tools of Ethernet sites and lists tell it: LLDP neighbours,
 * Containerlab, NetBox, lists of cables, SLURM's topology. All become the dump of a fabric that
 * {@code ibnetdiscover} gives elsewhere.
 */
@NullMarked
package io.busbar.formats.cabling;

import org.jspecify.annotations.NullMarked;
