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
 * (number of the own interface, settings, other port) measures; {@code send} (the same) only sends;
 * {@code paced} (the same, rates of both ways) sends at a part of them.
 */
public final class PreflightWork implements Work {
  /** Name of the work. */
  public static final String NAME = "preflight";

  /** Of the rate that was measured: far from filling a queue. */
  private static final double PACED_SHARE = 0.25;

  private static final long PACED_NS = 500_000_000;

  private final List<Station> stations = new CopyOnWriteArrayList<>();
  private final Waits waits = new Waits();
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
      case "paced" -> paced(stations.get(Integer.parseInt(lines[1])), lines);
      case "send" -> {
        Station own = stations.get(Integer.parseInt(lines[1]));
        yield Transfer.of(own, caller(own, lines), true, false).there().encoded();
      }
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
      Station station = new Station(each, key, waits);
      stations.add(station);
      ports.add(station.port().encoded());
    }
    return String.join("\n", ports);
  }

  private Caller caller(Station own, String[] lines) {
    Settings settings = Settings.decoded(lines[2]);
    return new Caller(own.interfaceUsed().address(), Port.decoded(lines[3]), key, settings, waits);
  }

  private PairFigures pair(Station own, String[] lines) throws IOException {
    Port other = Port.decoded(lines[3]);
    Caller caller = caller(own, lines);
    Counters idleHere = own.counters();
    Counters idleThere = caller.counters();
    Trips trips = caller.trips();
    Counters here = own.counters();
    Counters there = caller.counters();
    double waited =
        Math.max(here.since(idleHere).waitedShare(), there.since(idleThere).waitedShare());
    Transfer sent = Transfer.of(own, caller, true, false);
    Transfer received = Transfer.of(own, caller, false, true);
    Transfer both = Transfer.of(own, caller, true, true);
    Counters sentHere = own.counters().since(here);
    Counters sentThere = caller.counters().since(there);
    long number = System.nanoTime();
    int lostThere =
        lostThere(own, other, caller, number, Datagrams.pauseNs(sent.there().bytesPerS()));
    int lostBack = lostBack(own, caller, number, Datagrams.pauseNs(received.back().bytesPerS()));
    int mtu = own.port().mtuBytes();
    int likely = Math.min(mtu, other.mtuBytes());
    int reach = own.datagrams().reach(other.datagrams(), mtu, likely);
    int reachBack = caller.reach(own.datagrams().port(), other.mtuBytes(), likely);
    Resent resent = Resent.of(sentHere);
    Resent resentBack = Resent.of(sentThere);
    return new PairFigures(
        new HostPath(sent.there(), both.there(), resent, Resent.NOTHING, lostThere, reach),
        new HostPath(received.back(), both.back(), resentBack, Resent.NOTHING, lostBack, reachBack),
        trips.waited(waited));
  }

  /** One way after the other at a part of its rate; what was sent again there and back. */
  private String paced(Station own, String[] lines) throws IOException {
    Caller caller = caller(own, lines);
    Counters here = own.counters();
    caller.sendPaced(PACED_NS, PACED_SHARE * Double.parseDouble(lines[4]));
    Resent sent = Resent.of(own.counters().since(here));
    Counters there = caller.counters();
    caller.receivePaced(PACED_NS, PACED_SHARE * Double.parseDouble(lines[5]));
    Resent received = Resent.of(caller.counters().since(there));
    return sent.encoded() + " " + received.encoded();
  }

  /** What found no room on the other host was not lost on the way. */
  private static int lostThere(Station own, Port other, Caller caller, long number, long pauseNs)
      throws IOException {
    long noRoom = caller.counters().noRoom();
    own.datagrams().tell(other.datagrams(), number, pauseNs);
    int heard = caller.heard(number);
    long since = caller.counters().noRoom() - noRoom;
    return (int) Math.max(0, Datagrams.COUNT - heard - since);
  }

  private static int lostBack(Station own, Caller caller, long number, long pauseNs)
      throws IOException {
    long noRoom = own.counters().noRoom();
    caller.tell(number, own.datagrams().port(), pauseNs);
    int heard = own.datagrams().heard(number);
    long since = own.counters().noRoom() - noRoom;
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
