package io.busbar.runtime.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * A place for one agent.
 *
 * @param index among all, from 0
 * @param host where it is
 * @param number of the host in its file, from 1
 */
public record Seat(int index, Host host, int number) {

  /** One agent on each host. */
  public static List<Seat> perHost(List<Host> hosts) {
    List<Seat> seats = new ArrayList<>();
    for (Host host : hosts) {
      seats.add(new Seat(seats.size(), host, seats.size() + 1));
    }
    return seats;
  }

  /** As many agents on each host as it has slots; those of a host follow each other. */
  public static List<Seat> perSlot(List<Host> hosts) {
    List<Seat> seats = new ArrayList<>();
    for (int h = 0; h < hosts.size(); h++) {
      for (int slot = 0; slot < hosts.get(h).slots(); slot++) {
        seats.add(new Seat(seats.size(), hosts.get(h), h + 1));
      }
    }
    return seats;
  }
}
