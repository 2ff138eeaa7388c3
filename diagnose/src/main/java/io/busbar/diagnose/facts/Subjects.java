package io.busbar.diagnose.facts;

import io.busbar.diagnose.facts.Subject.Kind;
import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.counters.CounterReading;
import io.busbar.formats.gpus.RowRemap;
import io.busbar.formats.ncclrun.Communicator;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.formats.ports.PortReading;
import io.busbar.formats.switches.PfcWatchdog;
import io.busbar.formats.switches.SwitchCounter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the lines of a conclusion are about. Names of one thing are one subject here: a LID, a
 * network interface and an RDMA device; a PCI address in three spellings and the rank that runs on
 * it. Immutable.
 */
public final class Subjects {
  /** Subjects of one finding that are named. */
  public static final int MAX = 256;

  private static final Pattern PORT =
      Pattern.compile("(?:(\\S{1,128}) )?(\\S{1,128})/(\\d{1,3}|ALL)");
  private static final Pattern PCI =
      Pattern.compile("\\b((?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}(?:\\.\\d)?)\\b");
  private static final Set<String> GPU_SIGNALS =
      Set.of("xid", "xid-words", "gpu-handle-error", "duplicate-gpu");

  private final Facts facts;
  private final PortNames ports;
  private final Lids lids;
  private final Map<String, Integer> ranks = new HashMap<>();

  private Subjects(Facts facts) {
    this.facts = facts;
    this.ports = PortNames.of(facts);
    this.lids = new Lids(facts);
    for (Measured m : facts.all(Measured.class)) {
      for (NcclTestsTable.Device d : m.table().devices()) {
        ranks.merge(key(d.host(), BusIds.of(d.busId())), d.rank(), Subjects::same);
      }
    }
  }

  public static Subjects of(Facts facts) {
    return new Subjects(facts);
  }

  private static String key(String host, String device) {
    return host + "|" + device;
  }

  /** A bus id of several jobs names no rank. */
  private static int same(int a, int b) {
    return a == b ? a : -1;
  }

  /** What these lines are about, in their order, each once; hosts only where nothing is closer. */
  public List<Subject> of(Collection<Place> places) {
    Set<Place> wanted = new HashSet<>(places);
    Map<Place, Subject> known = new HashMap<>();
    facts
        .entries()
        .forEach(entry ->
            lines(entry)
                .filter(wanted::contains)
                .forEach(line -> known.merge(line, of(entry), Subjects::closer)));
    Set<Subject> found = new LinkedHashSet<>();
    for (Place place : places) {
      Subject subject = known.get(place);
      Subject named = subject == null ? Subject.host(facts.hosts().of(place)) : subject;
      if (!named.label().isEmpty()) {
        found.add(named);
      }
    }
    return closest(found);
  }

  /** The lines that a record was read from. */
  private static Stream<Place> lines(Entry entry) {
    return entry instanceof PortReading port
        ? Stream.concat(Stream.of(port.at()), port.places().values().stream())
        : Stream.of(entry.at());
  }

  /** A machine is left out where something on it is named. */
  private static List<Subject> closest(Set<Subject> found) {
    Set<String> named = new HashSet<>();
    found.stream().filter(s -> s.kind() != Kind.HOST).forEach(s -> named.add(s.host()));
    List<Subject> kept = new ArrayList<>();
    for (Subject s : found) {
      if (kept.size() < MAX && (s.kind() != Kind.HOST || !named.contains(s.host()))) {
        kept.add(s);
      }
    }
    return kept;
  }

  private static Subject closer(Subject a, Subject b) {
    return a.kind() == Kind.HOST ? b : a;
  }

  /** What a record is about; a host without a name when nothing tells it. */
  public Subject of(Entry entry) {
    String host = facts.hosts().of(entry.at());
    return switch (entry) {
      case PortReading p -> port(host, p);
      case CounterReading c -> scope(host, c.scope());
      case SwitchCounter c ->
          new Subject(Kind.SWITCH_PORT, host, c.port().replaceFirst(" .*", ""), -1, -1);
      case PfcWatchdog w -> new Subject(Kind.SWITCH_PORT, w.host(), w.port(), -1, -1);
      case RowRemap r -> gpu(host, r.gpu());
      case Communicator c ->
          new Subject(Kind.RANK, facts.hosts().of(c.origin(), c.at()), "", -1, c.rank());
      case Signal s -> signal(facts.hosts().of(s.origin(), s.at()), s);
      default -> Subject.host(host);
    };
  }

  private Subject port(String host, PortReading p) {
    boolean nic = !p.device().isEmpty();
    if (nic && p.port() == 0) {
      return scope(host, p.device()); // a network interface may have the name of a port
    }
    int number = p.port() > 0 ? p.port() : -1;
    return nic
        ? new Subject(Kind.NIC_PORT, host, p.device(), number, -1)
        : new Subject(Kind.SWITCH_PORT, host, p.node(), number, -1);
  }

  /** A counter's scope: {@code mlx5_0/1}, a LID, a network interface, a GPU. */
  private Subject scope(String host, String scope) {
    Matcher port = PORT.matcher(ports.of(host, scope));
    if (port.matches()) {
      int number = port.group(3).equals("ALL") ? -1 : Integer.parseInt(port.group(3));
      if ("lid".equals(port.group(1))) { // of a port that nothing else names
        return lids.port(host, port.group(2), number);
      }
      String where = port.group(1) == null ? host : port.group(1);
      return new Subject(Kind.NIC_PORT, where, port.group(2), number, -1);
    }
    if (scope.isEmpty()) {
      return Subject.host(host);
    }
    boolean gpu = scope.matches("(?i)(?:gpu ?)?\\d{1,3}") || !BusIds.of(scope).isEmpty();
    return gpu ? gpu(host, scope) : new Subject(Kind.NIC_PORT, host, scope, -1, -1);
  }

  private Subject signal(String host, Signal s) {
    int rank = s.origin().rank();
    String device = s.value("device");
    if (GPU_SIGNALS.contains(s.id())) {
      return device.isEmpty() ? Subject.host(host) : gpu(host, device);
    }
    @Nullable String hca = s.value("hca").isEmpty() ? null : s.value("hca");
    String name = device.isEmpty() && hca != null ? hca : device;
    if (name.matches("(?:mlx|ib|roce|bnxt|irdma|efa|qedr|rxe|hns)\\w*")) {
      int port = (int) s.number("port");
      return new Subject(Kind.NIC_PORT, host, name, port, rank);
    }
    Matcher pci = PCI.matcher(device);
    if (pci.matches()) {
      return new Subject(Kind.NIC_PORT, host, device, -1, rank);
    }
    return rank >= 0 ? new Subject(Kind.RANK, host, "", -1, rank) : Subject.host(host);
  }

  private Subject gpu(String host, String printed) {
    String bus = BusIds.of(printed);
    String device = bus.isEmpty() ? printed.replaceFirst("(?i)^gpu ?", "") : bus;
    return new Subject(Kind.GPU, host, device, -1, ranks.getOrDefault(key(host, device), -1));
  }
}
