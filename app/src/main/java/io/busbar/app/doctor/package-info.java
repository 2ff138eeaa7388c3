/**
 * {@code busbar doctor}: what the machine under the program has and lacks, read from {@code /proc},
 * {@code /sys} and {@code /dev} below a root that tests replace, and what can be measured on it.
 */
@NullMarked
package io.busbar.app.doctor;

import org.jspecify.annotations.NullMarked;
