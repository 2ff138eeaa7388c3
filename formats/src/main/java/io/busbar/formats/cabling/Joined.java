package io.busbar.formats.cabling;

/**
 * A cable whose two ends are known.
 *
 * @param a key of a system
 * @param portA its interface
 * @param b key of the other system
 * @param portB its interface
 * @param gigabits rate in 10⁹ bits per second; 0 when not told
 * @param source the file that tells it first
 * @param line where, from 1
 */
record Joined(
    String a, String portA, String b, String portB, double gigabits, String source, int line) {
  /** Key of a side: 0 or 1. */
  String system(int side) {
    return side == 0 ? a : b;
  }

  String port(int side) {
    return side == 0 ? portA : portB;
  }
}
