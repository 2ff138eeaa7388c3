/** States of system services, as systemctl prints them. */
@NullMarked
package io.busbar.formats.systemd;

import org.jspecify.annotations.NullMarked;
