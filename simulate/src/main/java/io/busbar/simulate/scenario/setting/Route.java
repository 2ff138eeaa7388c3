package io.busbar.simulate.scenario.setting;

import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.path.Routing;

/** How equally good paths are chosen, for all engines. */
public enum Route {
  /** By a hash: one way for each connection. */
  ECMP(Routing.HASH, PacketSettings.Routing.ECMP),
  /** Each packet its own path, by chance; flows are cut into equal parts. */
  SPRAY(Routing.SPREAD, PacketSettings.Routing.SPRAY),
  /** Each packet to the shortest queue; flows are cut into equal parts. */
  ADAPTIVE(Routing.SPREAD, PacketSettings.Routing.ADAPTIVE);

  private final Routing paths;
  private final PacketSettings.Routing packets;

  Route(Routing paths, PacketSettings.Routing packets) {
    this.paths = paths;
    this.packets = packets;
  }

  public Routing paths() {
    return paths;
  }

  PacketSettings.Routing packets() {
    return packets;
  }
}
