package io.busbar.simulate.message;

/** Where messages wait for each other. */
public enum Serialisation {
  /** Only behind messages of their own connection. */
  CONNECTION,
  /**
   * Also behind those that leave through, or arrive at, the same port. Connections that leave
   * through one take turns; at arrival it is first come, first served.
   */
  PORT
}
