package io.busbar.design.discover;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.report.Finding;
import io.busbar.formats.cabling.FabricFiles;
import io.busbar.formats.fabric.FabricDump;
import java.nio.file.Path;
import java.util.List;

/** A fabric made out of a tool's dump. Immutable. */
public final class Discovery {
  private final Wiring wiring;
  private final Rails rails;
  private final List<Finding> findings;

  private Discovery(FabricDump dump) {
    wiring = new Wiring(dump);
    rails = new Rails(wiring);
    findings = new FabricChecks(wiring, rails).findings();
  }

  /**
   * Reads what tools and lists tell of one fabric, as {@link FabricFiles} does.
   *
   * @param files and folders
   * @throws InputException when a file cannot be read or they name no cables
   */
  public static Discovery read(List<Path> files) {
    return of(FabricFiles.read(files));
  }

  /**
   * @throws InputException when the dump holds no nodes
   */
  public static Discovery of(FabricDump dump) {
    if (dump.nodes().isEmpty()) {
      throw refuse(dump.source(), FabricFiles.EXPECTED);
    }
    return new Discovery(dump);
  }

  /**
   * The same fabric, for who asks about its hosts.
   *
   * @throws InputException when it names no hosts on switches
   */
  public Discovery withHosts() {
    if (wiring.hosts().isEmpty()) {
      throw refuse(source(), "hosts cabled to switches; it names none");
    }
    return this;
  }

  private static InputException refuse(String source, String expected) {
    return new InputException(new Problem(Position.of(source), "", "", expected, ""));
  }

  Wiring wiring() {
    return wiring;
  }

  Rails rails() {
    return rails;
  }

  /** What is wrong with it, most important first. */
  public List<Finding> findings() {
    return findings;
  }

  /** The file as the user named it. */
  public String source() {
    return wiring.dump().source();
  }

  /** Names of the hosts. */
  public List<String> hosts() {
    return wiring.hosts();
  }

  /** Leaf group of a host: leaves that its adapters and those of its neighbours share. */
  public int groupOfHost(int host) {
    return Math.max(0, rails.groupOfHost(host));
  }

  /** Groups of leaves. */
  public int groups() {
    return rails.groups();
  }

  /** Pod of a leaf group: groups that reach each other over spines. */
  public int podOfGroup(int group) {
    return rails.podOfGroup(group);
  }

  /** Pods. */
  public int pods() {
    return rails.pods();
  }

  /** Adapters that a host has as a rule. */
  public int adaptersPerHost() {
    return rails.adapters();
  }

  /** Whether rates are known; else {@code …Rate} are counts of cables. */
  public boolean rated() {
    return wiring.rated();
  }

  /** Whether each cable is told; else nothing is known of rates and oversubscription. */
  public boolean counted() {
    return wiring.dump().counted();
  }

  /** Rate of all adapters of each host, bytes per second in one direction, or cables. */
  public double[] hostRate() {
    double[] rates = new double[hosts().size()];
    for (HostPort port : rails.ports()) {
      rates[port.host()] += wiring.weight(List.of(port.cable()));
    }
    return rates;
  }

  /** Hosts with an adapter on the wrong rail or at another leaf group. */
  public boolean[] astray() {
    boolean[] astray = new boolean[hosts().size()];
    for (HostPort port : rails.ports()) {
      boolean known = port.index() >= 0;
      boolean wrong = known && rails.railOfLeaf(port.leaf()) != rails.railOfIndex(port.index());
      boolean away = known && rails.groupOfLeaf(port.leaf()) != rails.groupOfHost(port.host());
      astray[port.host()] |= wrong || away;
    }
    return astray;
  }

  /** Rate upwards of all leaves of each group, bytes per second in one direction, or cables. */
  public double[] groupUplinkRate() {
    double[] rates = new double[groups()];
    for (int leaf : wiring.switches(1)) {
      rates[rails.groupOfLeaf(leaf)] += wiring.weight(wiring.uplinks(leaf));
    }
    return rates;
  }

  /** Rate upwards of all spines of each pod, bytes per second in one direction, or cables. */
  public double[] podUplinkRate() {
    double[] rates = new double[pods()];
    for (int spine : wiring.switches(2)) {
      int pod = podOfSpine(spine);
      rates[pod] += wiring.weight(wiring.uplinks(spine));
    }
    return rates;
  }

  int podOfSpine(int spine) {
    for (int cable : wiring.cablesOf(spine)) {
      int far = wiring.far(cable, spine);
      if (wiring.tier(far) == 1) {
        return rails.podOfGroup(rails.groupOfLeaf(far));
      }
    }
    return 0;
  }
}
