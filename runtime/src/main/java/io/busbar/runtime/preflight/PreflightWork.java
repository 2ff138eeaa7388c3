package io.busbar.runtime.preflight;

import io.busbar.runtime.launch.Interfaces;
import io.busbar.runtime.launch.Room;
import io.busbar.runtime.launch.Work;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The part of a preflight that an agent does. A request is a word and lines: {@code open} (key,
 * globs, address) listens and tells the ports; {@code speed}; {@code counters}; {@code pair}
 * (number of the own interface, settings, other port) measures; {@code send} (the same) only sends.
 */
public final class PreflightWork implements Work {
  /** Name of the work. */
  public static final String NAME = "preflight";

  private final List<Station> stations = new CopyOnWriteArrayList<>();
  private byte[] key = new byte[0];

  @Override
  public String perform(String request, Room room) throws IOException {
    String[] lines = request.split("\n", -1);
    return switch (lines[0]) {
      case "open" -> open(lines, room);
      case "speed" -> {
        HostSpeed speed = HostSpeed.measure();
        yield speed.encoded();
      }
      case "counters" ->
          Counters.read(stations.stream().map(s -> s.interfaceUsed().name()).toList()).encoded();
      case "pair" -> pair(stations.get(Integer.parseInt(lines[1])), lines).encoded();
      case "send" ->
          Double.toString(
              caller(stations.get(Integer.parseInt(lines[1])), lines).stream(true, false)[0]);
      default -> throw new IllegalArgumentException("'" + lines[0] + "' is no part of a preflight");
    };
  }

  /** A line for each interface: the named ones, that of the address, or that of the agent. */
  private String open(String[] lines, Room room) throws IOException {
    close(); // what an earlier run has opened
    stations.clear();
    key = Header.key(lines[1]);
    List<String> names = Arrays.stream(lines[2].split(",")).filter(g -> !g.isEmpty()).toList();
    InetAddress own = lines[3].isEmpty() ? room.address() : InetAddress.getByName(lines[3]);
    List<Interfaces.Chosen> chosen =
        names.isEmpty() ? List.of(Interfaces.of(own)) : Interfaces.named(names);
    List<String> ports = new ArrayList<>();
    for (Interfaces.Chosen each : chosen) {
      Station station = new Station(each, key);
      stations.add(station);
      ports.add(station.port().encoded());
    }
    return String.join("\n", ports);
  }

  private Caller caller(Station own, String[] lines) {
    Settings settings = Settings.decoded(lines[2]);
    return new Caller(own.interfaceUsed().address(), Port.decoded(lines[3]), key, settings);
  }

  private PairFigures pair(Station own, String[] lines) throws IOException {
    Port other = Port.decoded(lines[3]);
    Caller caller = caller(own, lines);
    Trips trips = caller.trips();
    Counters here = own.counters();
    Counters there = caller.counters();
    double sent = caller.stream(true, false)[0];
    double received = caller.stream(false, true)[1];
    double[] both = caller.stream(true, true);
    Counters sentHere = own.counters().since(here);
    Counters sentThere = caller.counters().since(there);
    long number = System.nanoTime();
    int lostThere = lostThere(own, other, caller, number);
    int lostBack = lostBack(own, caller, number);
    int mtu = own.port().mtuBytes();
    int likely = Math.min(mtu, other.mtuBytes());
    int reach = own.datagrams().reach(other.datagrams(), mtu, likely);
    int reachBack = caller.reach(own.datagrams().port(), other.mtuBytes(), likely);
    return new PairFigures(
        way(sent, both[0], sentHere, lostThere, reach),
        way(received, both[1], sentThere, lostBack, reachBack),
        trips);
  }

  private static Way way(double alone, double both, Counters sender, int lost, int reach) {
    long segments = sender.of(Counters.SEGMENTS);
    return new Way(alone, both, segments, sender.of(Counters.RETRANSMITTED), lost, reach);
  }

  /** What found no room on the other host was not lost on the way. */
  private static int lostThere(Station own, Port other, Caller caller, long number)
      throws IOException {
    long noRoom = caller.counters().of(Counters.UDP_NO_ROOM);
    own.datagrams().tell(other.datagrams(), number);
    int heard = caller.heard(number);
    long since = caller.counters().of(Counters.UDP_NO_ROOM) - noRoom;
    return (int) Math.max(0, Datagrams.COUNT - heard - since);
  }

  private static int lostBack(Station own, Caller caller, long number) throws IOException {
    long noRoom = own.counters().of(Counters.UDP_NO_ROOM);
    caller.tell(number, own.datagrams().port());
    int heard = own.datagrams().heard(number);
    long since = own.counters().of(Counters.UDP_NO_ROOM) - noRoom;
    return (int) Math.max(0, Datagrams.COUNT - heard - since);
  }

  @Override
  public void close() {
    for (Station station : stations) {
      try {
        station.close();
      } catch (IOException e) {
        continue; // the descriptor is gone either way
      }
    }
  }
}
