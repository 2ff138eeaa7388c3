package io.busbar.formats.cabling;

/**
 * A cable as one line tells it.
 *
 * @param own the end that tells it
 * @param peer the other end
 * @param whole whether the line speaks for both ends, as a list does; LLDP speaks for its own
 * @param gigabits rate of the link in 10⁹ bits per second; 0 when not told
 * @param line where it stands, from 1
 */
record ReportedCable(CableEnd own, CableEnd peer, boolean whole, double gigabits, int line) {}
