package io.busbar.simulate.scenario.input;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.Fault;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.RankDelays;
import io.busbar.simulate.scenario.setting.RunFaults;
import io.busbar.simulate.scenario.setting.SlowLinks;
import io.busbar.simulate.scenario.setting.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Faults in a word: KIND:WHERE[:VALUE][:FROM..UNTIL], such as {@code
 * link-down:leaf0-spine1:1ms..2ms} or {@code loss:all:1e-4}. A link is two nodes and a hyphen, in
 * the direction that is meant.
 */
public final class FaultText {
  private static final String ALL = "all";
  private static final String USAGE =
      "KIND:WHERE[:VALUE][:FROM..UNTIL], such as slow-link:leaf0-spine1:0.5:1ms..2ms";
  private static final String FLAP = "flap:LINK:PERIOD/PART, such as flap:leaf0-spine1:200us/0.25";
  private static final String SLOW_RANK = "slow-rank";
  private static final String LATE_RANK = "late-rank";
  private static final String LINK = "a link such as endpoint0-leaf0 or leaf0-spine1";

  private final Fabric fabric;
  private final Problems problems;
  private final Map<String, Integer> nodes = new LinkedHashMap<>();

  public FaultText(Fabric fabric, Problems problems) {
    this.fabric = fabric;
    this.problems = problems;
    for (int node = 0; node < fabric.nodes(); node++) {
      nodes.put(fabric.nodeName(node).replace(" ", ""), node);
    }
  }

  /**
   * All faults of all words.
   *
   * @param fidelities that play them
   * @param collective whether there are ranks with steps
   */
  RunFaults read(List<String> words, List<Fidelity> fidelities, boolean collective) {
    List<Fault> faults = new ArrayList<>();
    Map<Integer, Long> starts = new TreeMap<>();
    Map<Integer, Long> steps = new TreeMap<>();
    for (String word : words) {
      String kind = word.substring(0, Math.max(0, word.indexOf(':')));
      if (kind.equals(LATE_RANK) || kind.equals(SLOW_RANK)) {
        readRank(word, kind.equals(LATE_RANK) ? starts : steps, collective);
      } else {
        List<Fault> found = read(word);
        found.stream().limit(1).forEach(fault -> check(word, fault, fidelities));
        faults.addAll(found);
      }
      if (fidelities.contains(Fidelity.CLOSED)) {
        refuse(word, "--fidelity message, flow or packet with it", "a formula knows no faults");
      }
    }
    return new RunFaults(faults, new RankDelays(starts, steps), words);
  }

  /** The faults of links, hosts and switches that packets meet. */
  public List<Fault> read(List<String> words) {
    return read(words, List.of(Fidelity.PACKET), false).faults();
  }

  /** A rank and a time; several add up. */
  private void readRank(String word, Map<Integer, Long> into, boolean collective) {
    String[] parts = word.split(":", -1);
    if (parts.length != 3) {
      refuse(word, parts[0] + ":endpoint3:20us, a host and a time", "");
      return;
    }
    if (!collective) {
      refuse(word, "a fault of a link, host or switch", "ranks have steps in collectives only");
    }
    List<Integer> where = node(parts[1], 0, fabric.endpoints(), "a host: endpoint0", word);
    try {
      long time = SimTime.ps(TimeSpan.parse(parts[2]).seconds());
      where.forEach(rank -> into.merge(rank, time, Long::sum));
    } catch (QuantityFormatException e) {
      refuse(word, e.expected(), e.hint());
    }
  }

  private void check(String word, Fault fault, List<Fidelity> fidelities) {
    boolean slow = fault.kind() == Fault.Kind.SLOW_LINK || fault.kind() == Fault.Kind.SLOW_HOST;
    for (Fidelity fidelity : fidelities) {
      boolean coarse = fidelity == Fidelity.MESSAGE || fidelity == Fidelity.FLOW;
      if (coarse && !slow) {
        String hint = "messages and flows play slow-link, slow-host, slow-rank, late-rank";
        refuse(word, "--fidelity packet with it", hint);
        return;
      }
      if (fidelity == Fidelity.MESSAGE && !SlowLinks.lasts(fault)) {
        refuse(word, "no time span with --fidelity message", "its rates hold for the whole run");
        return;
      }
    }
  }

  private List<Fault> read(String word) {
    String[] parts = word.split(":", -1);
    Map<String, Fault.Kind> kinds = Words.byName(Fault.Kind.class);
    Fault.Kind kind = kinds.get(parts[0]);
    if (kind == null) {
      List<String> names = new ArrayList<>(kinds.keySet());
      names.addAll(List.of(SLOW_RANK, LATE_RANK));
      String known = "a fault: " + String.join(", ", names);
      return refuse(word, known, Nearest.hint(parts[0], names));
    }
    boolean valued =
        switch (kind) {
          case LOSS, BIT_ERRORS, FLAP, SLOW_LINK, SLOW_HOST -> true;
          case LINK_DOWN, STUCK_NIC, SWITCH_LOSS -> false;
        };
    int timed = valued ? 3 : 2;
    if (parts.length < timed || parts.length > timed + 1) {
      String hint = parts[0] + (valued ? " has a value" : " has no value");
      return refuse(word, USAGE, parts.length < 2 ? "it does not say where" : hint);
    }
    List<Integer> where = where(kind, parts[1], word);
    try {
      int slash = kind == Fault.Kind.FLAP ? parts[2].indexOf('/') : 0;
      if (slash < 0) {
        return refuse(word, FLAP, "how often, and the part of it that the link is down");
      }
      long period =
          slash == 0 ? 0 : SimTime.ps(TimeSpan.parse(parts[2].substring(0, slash)).seconds());
      double value =
          valued ? Double.parseDouble(parts[2].substring(slash == 0 ? 0 : slash + 1)) : 0;
      long[] span = parts.length > timed ? span(parts[timed]) : new long[] {0, Long.MAX_VALUE};
      if (span == null || Double.isInfinite(value)) {
        return refuse(word, USAGE, "a time span is FROM..UNTIL, each with a unit");
      }
      return where.stream()
          .map(at -> new Fault(kind, at, span[0], span[1], value, period))
          .toList();
    } catch (QuantityFormatException e) {
      return refuse(word, e.expected(), e.hint());
    } catch (NumberFormatException e) {
      return refuse(word, USAGE, "'" + parts[2] + "' is no number");
    } catch (IllegalArgumentException e) {
      return refuse(
          word,
          "a probability from 0 to 1, a factor above 0 and at most 1, a period, and a span that"
              + " ends later",
          "");
    }
  }

  private static long @Nullable [] span(String text) {
    int dots = text.indexOf("..");
    if (dots < 0) {
      return null;
    }
    long from = SimTime.ps(TimeSpan.parse(text.substring(0, dots)).seconds());
    return new long[] {from, SimTime.ps(TimeSpan.parse(text.substring(dots + 2)).seconds())};
  }

  private List<Integer> where(Fault.Kind kind, String text, String word) {
    return switch (kind) {
      case LOSS, BIT_ERRORS, LINK_DOWN, FLAP, SLOW_LINK -> links(kind, text, word);
      case SLOW_HOST, STUCK_NIC -> node(text, 0, fabric.endpoints(), "a host: endpoint0", word);
      case SWITCH_LOSS ->
          node(text, fabric.endpoints(), fabric.nodes(), "a switch such as leaf0", word);
    };
  }

  private List<Integer> node(String text, int from, int until, String expected, String word) {
    Integer node = nodes.get(text);
    if (node == null || node < from || node >= until) {
      List<String> names = nodes.keySet().stream().toList().subList(from, until);
      return refuseWhere(word, expected, Nearest.hint(text, names));
    }
    return List.of(node);
  }

  private List<Integer> links(Fault.Kind kind, String text, String word) {
    boolean everywhere = kind == Fault.Kind.LOSS || kind == Fault.Kind.BIT_ERRORS;
    if (everywhere && text.equals(ALL)) {
      return IntStream.range(0, fabric.ports()).filter(fabric::joined).boxed().toList();
    }
    for (int hyphen = text.indexOf('-'); hyphen > 0; hyphen = text.indexOf('-', hyphen + 1)) {
      Integer near = nodes.get(text.substring(0, hyphen));
      Integer far = nodes.get(text.substring(hyphen + 1));
      if (near != null && far != null) {
        List<Integer> ports =
            IntStream.range(fabric.firstPort(near), fabric.endPort(near))
                .filter(port -> fabric.joined(port) && fabric.owner(fabric.peer(port)) == far)
                .boxed()
                .toList();
        if (!ports.isEmpty()) {
          return ports;
        }
        return refuseWhere(word, LINK, "these two nodes are not joined");
      }
    }
    int hyphen = text.indexOf('-');
    String first = text.substring(0, Math.max(0, hyphen));
    String unknown = nodes.containsKey(first) ? text.substring(hyphen + 1) : first;
    String nearest = Nearest.hint(unknown, nodes.keySet());
    return refuseWhere(word, everywhere ? LINK + ", or " + ALL : LINK, nearest);
  }

  private List<Integer> refuseWhere(String word, String expected, String hint) {
    problems.add(Position.of("--fault"), "", word, expected, hint);
    return List.of();
  }

  private List<Fault> refuse(String word, String expected, String hint) {
    problems.add(Position.of("--fault"), "", word, expected, hint);
    return List.of();
  }
}
