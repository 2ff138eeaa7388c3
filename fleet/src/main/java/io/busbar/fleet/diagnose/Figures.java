package io.busbar.fleet.diagnose;

import io.busbar.diagnose.facts.Counters;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Ports;
import io.busbar.diagnose.facts.Subject;
import io.busbar.diagnose.facts.Subjects;
import io.busbar.fleet.diagnose.FindingRow.Thing;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.counters.CounterNames;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.formats.perftest.PerftestRun;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import io.busbar.formats.switches.SwitchPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The figures of a part that a fleet compares. Those of counters do not depend on how long the part
 * looked: they are set in proportion to what was carried. One use.
 */
final class Figures {
  /** Words of four bytes, below which a link was idle. */
  private static final double LEAST_WORDS = 1e6;

  private static final double GIGA = 1e9;
  private static final String PAUSES = "tx_(?:prio\\d_pause|pause(?:_ctrl_phy)?)";
  private static final long LARGE_MESSAGE = 65536;

  private final Facts facts;
  private final Subjects subjects;
  private final Maker maker;
  private final Function<Subject, Thing> thing;
  private final List<FigureRow> rows = new ArrayList<>();

  /** Makes rows of the part. */
  @FunctionalInterface
  interface Maker {
    FigureRow row(String name, Thing what, String peers, double value, Place at);
  }

  /**
   * @param thing that findings call a subject
   */
  Figures(Facts facts, Maker maker, Function<Subject, Thing> thing) {
    this.facts = facts;
    this.subjects = Subjects.of(facts);
    this.maker = maker;
    this.thing = thing;
  }

  List<FigureRow> rows() {
    rates();
    counters();
    adapters();
    tables();
    return List.copyOf(rows);
  }

  private void add(String name, Subject subject, String peers, double value, Place at) {
    if (!subject.host().isEmpty()) {
      add(name, thing.apply(subject), peers, value, at);
    }
  }

  private void add(String name, Thing what, String peers, double value, Place at) {
    rows.add(maker.row(name, what, peers, value, at));
  }

  private void rates() {
    for (PortReading p : Ports.latest(facts)) {
      double rate = p.has(PortField.STATE, "down") ? Double.NaN : gigabits(p);
      if (rate > 0) {
        String type = p.value(PortField.TYPE);
        String name = p.device().isEmpty() ? "port " + p.port() : p.device();
        String peers = type.isEmpty() || type.equals(PortReading.SWITCH) ? name : type;
        add("link-rate", subjects.of(p), peers, rate, p.place(PortField.RATE));
      }
    }
    Map<String, SwitchPort> latest = new LinkedHashMap<>();
    for (SwitchPort p : facts.all(SwitchPort.class)) {
      latest.put(facts.hosts().of(p.at()) + " " + p.port(), p);
    }
    for (SwitchPort p : latest.values()) {
      if (!p.down() && p.gigabits() > 0) {
        add("link-rate", subjects.of(p), p.port(), p.gigabits(), p.at());
      }
    }
  }

  /** Gb/s as printed, else lanes times what each runs at. */
  private static double gigabits(PortReading p) {
    String width = p.value(PortField.WIDTH).toLowerCase(java.util.Locale.ROOT);
    String speed = p.value(PortField.SPEED);
    boolean told = width.matches("\\d{1,2}x") && speed.matches("\\d{1,4}(?:\\.\\d{1,8})? Gbps");
    return p.rateGbps() > 0 || !told
        ? p.rateGbps()
        : Integer.parseInt(width.substring(0, width.length() - 1))
            * Double.parseDouble(speed.substring(0, speed.indexOf(' ')));
  }

  private void counters() {
    Map<String, Map<String, Counters>> scopes = new LinkedHashMap<>();
    for (Counters c : Counters.of(facts)) {
      scopes.computeIfAbsent(c.scope(), s -> new LinkedHashMap<>()).put(c.name(), c);
    }
    for (Map<String, Counters> port : scopes.values()) {
      Counters sent = port.get(CounterNames.XMIT_DATA);
      Counters wait = port.get(CounterNames.XMIT_WAIT);
      if (sent != null && wait != null && sent.sign() >= LEAST_WORDS && !full(sent, wait)) {
        port(wait, "link-waits", wait.sign() / sent.sign());
      }
      Counters received = port.get("rx_bytes");
      List<Counters> pauses = port.values().stream().filter(c -> c.name().matches(PAUSES)).toList();
      if (received != null && received.sign() >= GIGA && !pauses.isEmpty()) {
        // The sum over priorities and the global one tell the same frames.
        Counters most =
            pauses.stream().max(Comparator.comparingDouble(Counters::sign)).orElseThrow();
        port(most, "host-pauses", most.sign() / (received.sign() / GIGA));
      }
    }
  }

  private static boolean full(Counters a, Counters b) {
    return a.saturated() || b.saturated() || a.readings().getLast().sum();
  }

  private void port(Counters c, String name, double value) {
    Subject subject = subjects.of(c.readings().getLast());
    add(name, subject, subject.kind().name(), value, c.at());
  }

  private void adapters() {
    for (PerftestRun run : facts.all(PerftestRun.class)) {
      run.rows().stream()
          .filter(r -> r.bytes() >= LARGE_MESSAGE)
          .max(Comparator.comparingDouble(PerftestRun.Row::averageGbps))
          .ifPresent(best -> {
            Subject host = subjects.of(run);
            Subject device = new Subject(Subject.Kind.NIC_PORT, host.host(), run.device(), -1, -1);
            String peers = run.test() + " " + run.device();
            add("adapter-bandwidth", device, peers, best.averageGbps(), best.at());
          });
    }
  }

  private void tables() {
    for (Measured m : facts.all(Measured.class)) {
      NcclTestsTable table = m.table();
      NcclTestsTable.Row best =
          table.rows().stream()
              .max(Comparator.comparingDouble(Measured::busbw))
              .filter(r -> Measured.busbw(r) > 0)
              .orElse(null);
      if (best == null || table.hosts().isEmpty() || table.independentJobs()) {
        continue;
      }
      String peers =
          String.join(
              " ",
              table.collective(),
              Integer.toString(table.ranks()),
              "ranks on",
              Integer.toString(table.hosts().size()),
              String.join(",", table.gpus()),
              Long.toString(best.sizeBytes()));
      Thing hosts = new Thing("job", String.join(",", table.hosts()), "", -1, -1);
      add("job-bandwidth", hosts, peers, Measured.busbw(best), m.at());
    }
  }
}
