package io.busbar.diagnose.baseline;

import io.busbar.base.quantity.DataSize;
import io.busbar.diagnose.facts.Counters;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Ports;
import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ncclrun.Communicator;
import io.busbar.formats.ncclrun.Connection;
import io.busbar.formats.ncclrun.NicList;
import io.busbar.formats.ncclrun.Setting;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import io.busbar.formats.traces.GpuTrace;
import io.busbar.formats.versions.VersionSeen;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Gathers the traits of a run. Hosts of two runs often have other names, so what is per host is
 * told by the weakest of them.
 */
final class Traits {
  private static final int SHOWN_VALUES = 3;
  private final Facts facts;
  private final Map<String, Trait> all = new LinkedHashMap<>();

  private Traits(Facts facts) {
    this.facts = facts;
  }

  static Map<String, Trait> of(RunTold run) {
    Traits traits = new Traits(run.facts());
    traits.values("version", VersionSeen.class, VersionSeen::product, VersionSeen::version);
    traits.values("setting", Setting.class, Setting::name, Setting::value);
    traits.network();
    traits.nics();
    traits.ports();
    traits.connections();
    traits.channels();
    traits.size();
    traits.counters();
    traits.steps();
    traits.tables();
    run.findings().forEach((code, at) -> traits.add(new Trait("finding", code, "found", at)));
    return traits.all;
  }

  private void add(Trait trait) {
    all.putIfAbsent(trait.key(), trait);
  }

  private <T extends Entry> void values(
      String kind, Class<T> type, Function<T, String> subject, Function<T, String> value) {
    Map<String, Set<String>> seen = new TreeMap<>();
    Map<String, Place> places = new LinkedHashMap<>();
    for (T entry : facts.all(type)) {
      seen.computeIfAbsent(subject.apply(entry), s -> new LinkedHashSet<>())
          .add(value.apply(entry));
      places.putIfAbsent(subject.apply(entry), entry.at());
    }
    seen.forEach((name, values) -> {
      Place place = places.get(name);
      if (place != null) {
        String sorted = values.stream().sorted().limit(SHOWN_VALUES).collect(joined());
        String more = values.size() > SHOWN_VALUES ? " and others" : "";
        add(new Trait(kind, name, sorted + more, place));
      }
    });
  }

  private static java.util.stream.Collector<CharSequence, ?, String> joined() {
    return Collectors.joining(" | ");
  }

  private void network() {
    facts.signals("network-chosen").stream()
        .reduce((a, b) -> b)
        .ifPresent(s -> add(new Trait("network", "network", s.value("name"), s.at())));
    facts.signals("nvls-unavailable").stream()
        .findFirst()
        .ifPresent(s -> add(new Trait("network", "NVLS", "not available", s.at())));
  }

  /** Per role, the host that has fewest. */
  private void nics() {
    Map<String, NicList> fewest = new LinkedHashMap<>();
    for (NicList list : facts.all(NicList.class)) {
      fewest.merge(list.role(), list, (a, b) -> b.nics().size() < a.nics().size() ? b : a);
    }
    fewest.forEach((role, list) -> {
      String names = list.nics().stream().map(NicList.Nic::name).collect(Collectors.joining(" "));
      boolean rdma = role.equals("IB");
      add(
          new Trait(
              "nics",
              rdma ? "RDMA NICs of a host" : role + " interfaces",
              list.nics().size() + ": " + names,
              rdma ? list.nics().size() : Double.NaN,
              list.at()));
    });
  }

  private void ports() {
    List<PortReading> latest = Ports.latest(facts);
    latest.stream()
        .filter(p -> p.has(PortField.STATE, "active") && p.rateGbps() > 0)
        .min(Comparator.comparingDouble(PortReading::rateGbps))
        .ifPresent(p ->
            add(
                Trait.of(
                    "port", "slowest active port", p.rateGbps(), "Gb/s", p.place(PortField.RATE))));
    for (PortReading port : latest) {
      if (!port.value(PortField.STATE).isEmpty()) {
        String host = facts.hosts().of(port.at().file());
        String name = host.isEmpty() ? port.label() : host + " " + port.label();
        add(new Trait("port", name, port.value(PortField.STATE), port.place(PortField.STATE)));
      }
    }
  }

  private void connections() {
    List<Connection> all = facts.all(Connection.class);
    List<Connection> net = all.stream().filter(c -> c.transport().equals("NET")).toList();
    if (!net.isEmpty()) {
      long devices = net.stream().map(Connection::device).distinct().count();
      Place at = net.getFirst().at();
      add(Trait.of("nics", "NICs that channels use", devices, "", at));
      double gdr = net.stream().filter(Connection::gdr).count() / (double) net.size();
      Place plain = net.stream().filter(c -> !c.gdr()).map(Connection::at).findFirst().orElse(at);
      add(new Trait("transport", "GPUDirect RDMA", percent(gdr) + " of connections", plain));
      String kinds = net.stream().map(Connection::network).distinct().sorted().collect(joined());
      add(new Trait("transport", "between hosts", kinds, at));
    }
    List<Connection> local = all.stream().filter(c -> !c.transport().equals("NET")).toList();
    if (!local.isEmpty()) {
      String kinds =
          local.stream().map(Connection::transport).distinct().sorted().collect(joined());
      add(new Trait("transport", "inside a host", kinds, local.getFirst().at()));
    }
  }

  private void channels() {
    facts.signals("nccl-channels").stream()
        .max(Comparator.comparingLong((Signal s) -> s.number("coll")))
        .ifPresent(
            s -> add(Trait.of("channels", "collective channels", s.number("coll"), "", s.at())));
    facts.signals("graph-pattern").stream()
        .findFirst()
        .ifPresent(s ->
            add(
                new Trait(
                    "channels",
                    "graph search",
                    s.value("channels") + " x " + s.value("bw") + " GB/s, " + s.value("type"),
                    s.at())));
  }

  private void size() {
    facts.all(Communicator.class).stream()
        .max(Comparator.comparingInt(Communicator::ranks))
        .ifPresent(c -> add(new Trait("size", "ranks", Integer.toString(c.ranks()), c.at())));
  }

  private void counters() {
    for (Counters counter : Counters.of(facts)) {
      String name = counter.name().replace('_', ' ') + " on " + counter.scope();
      add(
          new Trait(
              "counter", name, String.format(Locale.ROOT, "%.0f", counter.sign()), counter.at()));
    }
  }

  private void steps() {
    for (GpuTrace trace : facts.all(GpuTrace.class)) {
      if (trace.spanUs() > 0 && trace.communicationUs() > 0) {
        String who = trace.rank() < 0 ? "" : " of rank " + trace.rank();
        add(share("communication share" + who, trace.communicationUs() / trace.spanUs(), trace));
        add(
            share(
                "communication beside computation" + who,
                trace.overlapUs() / trace.communicationUs(),
                trace));
      }
    }
  }

  private static Trait share(String subject, double share, GpuTrace trace) {
    return new Trait("step", subject, percent(share), trace.at());
  }

  private void tables() {
    for (Measured measured : facts.all(Measured.class)) {
      for (Row row : measured.table().rows()) {
        double got = Measured.busbw(row);
        if (got > 0) {
          add(
              Trait.of(
                  "busbw",
                  measured.table().collective() + " " + DataSize.binary(row.sizeBytes()),
                  got,
                  "GB/s",
                  measured.place(row)));
        }
      }
    }
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
