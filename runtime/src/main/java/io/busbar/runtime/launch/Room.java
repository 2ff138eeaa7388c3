package io.busbar.runtime.launch;

import io.busbar.runtime.transport.Exchange;
import java.net.InetAddress;

/**
 * Where a work is done. Its {@code exchange} tells every agent of one request what each of them
 * says; all of them have to call it.
 */
public interface Room extends Exchange {
  /** Of this agent, from 0. */
  int seat();

  /** Own address of the connection to the process that leads. */
  InetAddress address();
}
