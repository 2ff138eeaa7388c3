package io.busbar.runtime.launch;

import io.busbar.runtime.transport.TcpOptions;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which network interfaces of this host are used. */
public final class Interfaces {
  /** Of the discard service; a route is asked for, no port is called. */
  private static final int ANY_PORT = 9;

  private Interfaces() {}

  /** An interface with the address that is used of it. */
  public record Chosen(String name, InetAddress address, int mtuBytes) {}

  /**
   * Those with these names that are up and have an address; one address of each, IPv4 first.
   *
   * @param globs names in which {@code *} and {@code ?} stand for others, such as {@code eth*}
   * @return in the order of the globs, then by name
   * @throws IllegalArgumentException when a glob fits none; the message says what there is
   */
  public static List<Chosen> named(List<String> globs) {
    List<Chosen> all = all();
    List<Chosen> chosen = new ArrayList<>();
    for (String glob : globs) {
      Pattern pattern = pattern(glob);
      List<Chosen> fit = all.stream().filter(i -> pattern.matcher(i.name).matches()).toList();
      if (fit.isEmpty()) {
        String names =
            all.stream()
                .map(each -> each.name + " (" + each.address.getHostAddress() + ")")
                .collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
            "no interface '" + glob + "' is up and has an address; there are " + names);
      }
      fit.stream().filter(each -> !chosen.contains(each)).forEach(chosen::add);
    }
    return chosen;
  }

  /**
   * TCP over the interfaces with these names and over no other, streams in turns; ranks with the
   * same address on the first one share a host.
   *
   * @param globs as {@link #named} takes them
   * @throws IllegalArgumentException when a glob fits none
   */
  public static TcpOptions tcp(String... globs) {
    List<InetAddress> addresses = named(List.of(globs)).stream().map(Chosen::address).toList();
    return TcpOptions.of(addresses, addresses.getFirst().getHostAddress());
  }

  /**
   * The one that has an address.
   *
   * @throws IllegalArgumentException when none has it
   */
  public static Chosen of(InetAddress address) {
    try {
      // All of 127.0.0.0/8 is this host, but only one address of it stands at the interface.
      InetAddress known = address.isLoopbackAddress() ? InetAddress.getLoopbackAddress() : address;
      NetworkInterface found = NetworkInterface.getByInetAddress(known);
      if (found == null) {
        String message = "no interface has the address " + address.getHostAddress();
        throw new IllegalArgumentException(message);
      }
      return new Chosen(found.getName(), address, found.getMTU());
    } catch (SocketException e) {
      throw new IllegalArgumentException("interfaces cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Own address by which other hosts are reached: that of the route to the first that is another
   * machine, or of loopback when all are this one. Nothing is sent.
   *
   * @return empty when no host's address can be found
   */
  public static Optional<InetAddress> towards(List<Host> hosts) {
    InetAddress loopback = null;
    for (Host host : hosts) {
      InetSocketAddress to = new InetSocketAddress(host.address(), ANY_PORT);
      try (DatagramSocket socket = new DatagramSocket(null)) {
        socket.connect(to);
        if (!socket.getLocalAddress().isLoopbackAddress()) {
          return Optional.of(socket.getLocalAddress());
        }
        loopback = socket.getLocalAddress();
      } catch (SocketException | IllegalArgumentException e) {
        continue; // no address of that name, or no way there: perhaps another host is nearer
      }
    }
    return Optional.ofNullable(loopback);
  }

  private static List<Chosen> all() {
    List<Chosen> all = new ArrayList<>();
    try {
      for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        List<InetAddress> addresses = Collections.list(each.getInetAddresses());
        addresses.sort(
            Comparator.comparing((InetAddress a) -> a.getAddress().length)
                .thenComparing(InetAddress::isLinkLocalAddress));
        if (each.isUp() && !addresses.isEmpty()) {
          all.add(new Chosen(each.getName(), addresses.getFirst(), each.getMTU()));
        }
      }
    } catch (SocketException e) {
      throw new IllegalArgumentException("interfaces cannot be read: " + e.getMessage(), e);
    }
    all.sort(Comparator.comparing(Chosen::name));
    return all;
  }

  private static Pattern pattern(String glob) {
    StringBuilder regex = new StringBuilder();
    for (char c : glob.toCharArray()) {
      regex.append(
          switch (c) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(Character.toString(c));
          });
    }
    return Pattern.compile(regex.toString());
  }
}
