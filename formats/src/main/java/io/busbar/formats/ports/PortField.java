package io.busbar.formats.ports;

/** What tools tell of a port. Values are in the words of the enum's comments, whatever the tool. */
public enum PortField {
  /** {@code down}, {@code init}, {@code armed} or {@code active}. */
  STATE,
  /** {@code linkup}, {@code polling}, {@code disabled}, {@code sleep}, {@code training} … */
  PHYSICAL,
  /** Gb/s, one direction; 10 on a port without link. */
  RATE,
  LID,
  SM_LID,
  /** {@code infiniband} or {@code ethernet}. */
  LAYER,
  /** {@code MT4129}. */
  TYPE,
  /** Bytes. */
  ACTIVE_MTU,
  /** {@code 4x}. */
  WIDTH,
  /** {@code EDR}, {@code 25.78125 Gbps}. */
  SPEED,
  /** What a tool says it could do better. */
  COULD_BE,
  /** Other end, empty text for none. */
  PEER,
  NETDEV
}
