package io.busbar.formats.cabling;

import io.busbar.formats.cabling.ReportedLinks.PortRate;
import io.busbar.formats.fabric.DumpRemark;
import io.busbar.formats.fabric.FabricDump;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Joins what several files tell into one dump: the two ends of a cable that LLDP tells twice become
 * one, and what they say differently is remarked. One use.
 */
final class Joiner {
  static final int MAX_REMARKS = 1000;

  /** A cable as one end tells it, with its systems resolved. */
  private record Claim(ReportedLinks told, ReportedCable cable, String own, String peer) {}

  private final List<ReportedLinks> all;
  private final Systems systems = new Systems();
  private final List<Claim> claims = new ArrayList<>();

  /** Claims by the port that makes them. */
  private final Map<String, Integer> byPort = new HashMap<>();

  /** Claims of a system about another. */
  private final Map<String, List<Integer>> byPair = new HashMap<>();

  private final Set<String> describing = new HashSet<>();
  private final Map<String, Double> rates = new HashMap<>();
  private final List<DumpRemark> remarks = new ArrayList<>();
  private final List<Joined> joined = new ArrayList<>();
  private int remarkCount;

  private Joiner(List<ReportedLinks> all) {
    this.all = all;
  }

  static FabricDump join(List<ReportedLinks> all) {
    return new Joiner(all).join();
  }

  void remark(String code, String source, int line, String text) {
    remarkCount++;
    if (remarks.size() < MAX_REMARKS) {
      remarks.add(new DumpRemark(code, source, line, text));
    }
  }

  private FabricDump join() {
    for (ReportedLinks told : all) {
      for (ReportedCable cable : told.cables()) {
        systems.name(cable.own().system());
        systems.name(cable.peer().system());
      }
      told.rates().forEach(rate -> systems.name(rate.system()));
      remarkCount += told.remarkCount() - told.remarks().size();
      told.remarks().forEach(r -> remark(r.code(), r.source(), r.line(), r.text()));
    }
    nameFiles();
    for (ReportedLinks told : all) {
      for (PortRate rate : told.rates()) {
        rate(systems.key(rate.system()), rate.port(), rate.gigabits());
        rate(systems.key(rate.system()), rate.alias(), rate.gigabits());
      }
      told.cables().forEach(cable -> claim(told, cable));
    }
    boolean[] used = new boolean[claims.size()];
    for (int i = 0; i < claims.size(); i++) {
      if (!used[i]) {
        used[i] = true;
        match(i, used);
      }
    }
    return new DumpMaker(all, systems, joined, this::remark).make(remarks, () -> remarkCount);
  }

  private void rate(String key, String port, double gigabits) {
    if (gigabits > 0 && !port.isEmpty()) {
      rates.putIfAbsent(portKey(key, port), gigabits);
    }
  }

  private static String portKey(String system, String port) {
    return system + '\n' + port.toLowerCase(Locale.ROOT);
  }

  /** A file whose name is no system's takes the name by which its neighbours know its ports. */
  private void nameFiles() {
    Map<String, List<ReportedCable>> index = new HashMap<>();
    Set<String> known = new HashSet<>();
    Set<String> own = new HashSet<>();
    for (ReportedLinks told : all) {
      for (ReportedCable cable : told.cables()) {
        String key = systems.key(cable.own().system());
        own.add(key);
        index.computeIfAbsent(portKey(key, cable.own().port()), k -> new ArrayList<>()).add(cable);
        known.add(systems.key(cable.peer().system()));
      }
    }
    for (ReportedLinks told : all) {
      if (told.isGuessed() && !told.cables().isEmpty()) {
        String key = systems.key(told.cables().getFirst().own().system());
        String name = known.contains(key) ? null : nameOf(told, index);
        if (name != null && !own.contains(name)) {
          systems.rename(key, name);
        }
      }
    }
  }

  private @Nullable String nameOf(ReportedLinks told, Map<String, List<ReportedCable>> index) {
    Map<String, Integer> votes = new HashMap<>();
    for (ReportedCable cable : told.cables()) {
      String peer = systems.key(cable.peer().system());
      Set<String> names = new LinkedHashSet<>(List.of(cable.peer().port(), cable.peer().alias()));
      for (String port : names) {
        for (ReportedCable back : index.getOrDefault(portKey(peer, port), List.of())) {
          if (back.peer().samePort(cable.own())) {
            votes.merge(systems.key(back.peer().system()), 1, Integer::sum);
          }
        }
      }
    }
    return votes.entrySet().stream()
        .max(
            Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  private void claim(ReportedLinks told, ReportedCable cable) {
    String own = systems.key(cable.own().system());
    String peer = systems.key(cable.peer().system());
    int index = claims.size();
    if (own.equals(peer)) {
      remark(
          "not-followed",
          told.source(),
          cable.line(),
          "a cable of '" + cable.own().system() + "' to itself");
      return;
    }
    Integer first = byPort.putIfAbsent(portKey(own, cable.own().port()), index);
    if (first != null) {
      several(told, cable, claims.get(first), own);
      return;
    }
    if (cable.whole()) {
      Integer other = byPort.putIfAbsent(portKey(peer, cable.peer().port()), index);
      if (other != null) {
        several(told, cable, claims.get(other), peer);
        return;
      }
    } else {
      describing.add(own);
      byPair.computeIfAbsent(own + '\n' + peer, k -> new ArrayList<>()).add(index);
    }
    claims.add(new Claim(told, cable, own, peer));
  }

  private void several(ReportedLinks told, ReportedCable cable, Claim first, String system) {
    boolean same =
        first.own.equals(systems.key(cable.own().system()))
            && first.peer.equals(systems.key(cable.peer().system()))
            && first.cable.peer().samePort(cable.peer());
    if (!same) {
      CableEnd end = systems.key(cable.own().system()).equals(system) ? cable.own() : cable.peer();
      String text = end.system() + " " + end.portName() + " has another peer in ";
      String where = first.told.source() + ":" + first.cable.line();
      remark("several-neighbours", told.source(), cable.line(), text + where);
    }
  }

  private void match(int index, boolean[] used) {
    Claim claim = claims.get(index);
    if (claim.cable.whole() || !describing.contains(claim.peer)) {
      emit(claim, null);
      return;
    }
    Integer there = byPort.get(portKey(claim.peer, claim.cable.peer().port()));
    if (there == null && !claim.cable.peer().alias().isEmpty()) {
      there = byPort.get(portKey(claim.peer, claim.cable.peer().alias()));
    }
    there = there != null && !agrees(claim, claims.get(there)) ? there : back(claim, there);
    if (there == null) {
      oneSided(claim);
      emit(claim, null);
    } else if (agrees(claim, claims.get(there))) {
      used[there] = true;
      emit(claim, claims.get(there));
    } else {
      contradicts(claim, claims.get(there));
    }
  }

  /** The claim of the peer that this port is at its other end; ports may have other names there. */
  private @Nullable Integer back(Claim claim, @Nullable Integer found) {
    if (found != null) {
      return found;
    }
    for (int index : byPair.getOrDefault(claim.peer + '\n' + claim.own, List.of())) {
      if (claims.get(index).cable.peer().samePort(claim.cable.own())) {
        return index;
      }
    }
    return null;
  }

  /** Whether the other claim leads back; a port that it names by a hardware address may be any. */
  private boolean agrees(Claim claim, Claim other) {
    if (!other.peer.equals(claim.own)) {
      return false;
    }
    CableEnd named = other.cable.peer();
    boolean address = Names.hardwareAddress(named.port()) && named.alias().isEmpty();
    return address
        || named.samePort(claim.cable.own())
        || !byPort.containsKey(portKey(claim.own, named.port()))
            && !byPort.containsKey(portKey(claim.own, named.alias()));
  }

  private void oneSided(Claim claim) {
    CableEnd own = claim.cable.own();
    CableEnd peer = claim.cable.peer();
    String from =
        own.system() + " " + own.port() + " sees " + peer.system() + " " + peer.portName();
    remark(
        "one-sided-link",
        claim.told.source(),
        claim.cable.line(),
        from + ", which does not see it");
  }

  private void contradicts(Claim claim, Claim other) {
    CableEnd own = claim.cable.own();
    CableEnd peer = claim.cable.peer();
    CableEnd seen = other.cable.peer();
    String text =
        own.system()
            + " "
            + own.port()
            + " sees "
            + peer.system()
            + " "
            + peer.portName()
            + ", which sees "
            + seen.system()
            + " "
            + seen.portName()
            + " ("
            + other.told.source()
            + ":"
            + other.cable.line()
            + ")";
    remark("contradictory-link", claim.told.source(), claim.cable.line(), text);
  }

  private void emit(Claim claim, @Nullable Claim other) {
    ReportedCable cable = claim.cable;
    CableEnd far = other == null ? cable.peer() : other.cable.own();
    String port = other == null ? far.portName() : far.port();
    double own = rateOf(claim.own, cable.own());
    double peer = rateOf(claim.peer, far);
    double told = other == null ? 0 : other.cable.gigabits();
    double one = least(cable.gigabits(), own);
    double two = least(told, peer);
    if (one > 0 && two > 0 && one != two) {
      String text =
          cable.own().system()
              + " "
              + cable.own().port()
              + " has "
              + one
              + " Gb/s, "
              + far.system()
              + " "
              + port
              + " "
              + two
              + " Gb/s";
      remark("speed-differs", claim.told.source(), cable.line(), text);
    }
    systems.end(cable.own(), claim.own, claim.peer);
    systems.end(far, claim.peer, claim.own);
    if (other != null) {
      systems.end(cable.peer(), claim.peer, claim.own);
      systems.end(other.cable.peer(), claim.own, claim.peer);
    }
    joined.add(
        new Joined(
            claim.own,
            cable.own().portName(),
            claim.peer,
            port,
            least(one, two),
            claim.told.source(),
            cable.line()));
  }

  private double rateOf(String key, CableEnd end) {
    double rate = rates.getOrDefault(portKey(key, end.port()), 0.0);
    return rate > 0 || end.alias().isEmpty()
        ? rate
        : rates.getOrDefault(portKey(key, end.alias()), 0.0);
  }

  /** The lower of two rates of which one may be unknown. */
  private static double least(double a, double b) {
    return a == 0 || b == 0 ? Math.max(a, b) : Math.min(a, b);
  }
}
