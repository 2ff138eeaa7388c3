/** Quality of service of an Ethernet port, as mlnx_qos prints it. */
@NullMarked
package io.busbar.formats.qos;

import org.jspecify.annotations.NullMarked;
