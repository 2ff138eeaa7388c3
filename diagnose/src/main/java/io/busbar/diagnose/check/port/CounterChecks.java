package io.busbar.diagnose.check.port;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Counters;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.counters.CounterNames;
import io.busbar.formats.ports.LinkQuality;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Counters of InfiniBand ports. Without a second look a counter is a weak sign; one that stands at
 * its maximum says nothing about how often.
 */
public final class CounterChecks implements Check {
  private static final String ERRORS = "ib-link-errors";
  private static final String CONGESTION = "ib-congestion";
  private static final String SATURATED = "counter-saturated";
  private static final String FLAP = "ib-link-flap";
  private static final String NVLINK = "nvlink-errors";
  private static final Set<String> PHYSICAL =
      Set.of(
          CounterNames.SYMBOL_ERRORS,
          CounterNames.LINK_RECOVERIES,
          CounterNames.RECEIVE_ERRORS,
          CounterNames.REMOTE_PHYSICAL_ERRORS,
          CounterNames.INTEGRITY_ERRORS);

  /** Effective bit error rate that InfiniBand allows (IBA volume 2). */
  private static final double WORST_BER = 1e-12;

  private static final double FEW_DISCARDS = 100;
  private static final double MANY_DOWNS = 20;

  @Override
  public List<String> codes() {
    return List.of(ERRORS, CONGESTION, SATURATED, FLAP, NVLINK);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<Counters> all = Counters.of(facts);
    List<Counters> physical =
        all.stream().filter(c -> PHYSICAL.contains(c.name()) && c.sign() > 0).toList();
    List<Counters> discards =
        named(all, CounterNames.XMIT_DISCARDS).stream().filter(c -> c.sign() > 0).toList();
    List<Counters> waits = named(all, CounterNames.XMIT_WAIT);
    flap(all, out);
    errors(all, physical, discards, waits, out);
    congestion(discards, waits, out);
    List<Counters> full = all.stream().filter(Counters::saturated).toList();
    if (!full.isEmpty()) {
      Conclusion c = Conclusion.info(SATURATED);
      full.forEach(f -> c.say(f.sentence() + ": this is its maximum.").at(f.at()));
      out.add(c);
    }
    quality(facts, out);
    nvlink(all, out);
    healthy(all, physical, discards, out);
  }

  private static List<Counters> named(List<Counters> all, String name) {
    return all.stream().filter(c -> c.name().equals(name)).toList();
  }

  private static void flap(List<Counters> all, Conclusions out) {
    List<Counters> downs = named(all, CounterNames.LINK_DOWNED);
    for (Counters c : downs) {
      boolean grew = c.growth() > 0;
      boolean many = c.value() >= MANY_DOWNS && !c.readings().getLast().sum();
      if (!grew && !c.saturated() && !many) {
        continue;
      }
      Conclusion flap =
          Conclusion.critical(FLAP)
              .say(c.sentence() + (c.saturated() ? ": the counter is full." : "."))
              .at(c.at());
      downs.stream()
          .filter(d -> d.value() == 0)
          .limit(1)
          .forEach(d -> flap.say("Others have none: " + d.scope() + ".").beside(d.at()));
      out.add(flap);
    }
  }

  private static void errors(
      List<Counters> all,
      List<Counters> physical,
      List<Counters> discards,
      List<Counters> waits,
      Conclusions out) {
    boolean waitFull = waits.stream().anyMatch(Counters::saturated);
    boolean only = physical.isEmpty() && discards.stream().allMatch(c -> c.sign() < FEW_DISCARDS);
    if (physical.isEmpty() && discards.isEmpty() || only && waitFull) {
      return;
    }
    boolean bad =
        physical.stream()
                .anyMatch(c ->
                    c.name().equals(CounterNames.SYMBOL_ERRORS)
                        && (c.saturated() || c.growth() > 0))
            || physical.stream()
                .anyMatch(c -> c.name().equals(CounterNames.LINK_RECOVERIES) && c.sign() > 2);
    Conclusion c = Conclusion.of(ERRORS, bad ? Severity.CRITICAL : Severity.WARNING);
    List<Counters> signs = new ArrayList<>(physical);
    signs.addAll(discards);
    signs.sort(
        Comparator.comparingInt((Counters s) -> weight(s))
            .thenComparing(Comparator.comparingDouble(Counters::sign).reversed()));
    signs.stream().limit(8).forEach(s -> c.say(s.sentence() + ".").at(s.at()));
    named(all, CounterNames.LINK_DOWNED).stream()
        .filter(d -> d.value() > 0 && signs.stream().anyMatch(s -> s.scope().equals(d.scope())))
        .limit(2)
        .forEach(d -> c.say(d.sentence() + ".").at(d.at()));
    if (signs.stream().allMatch(s -> s.readings().size() < 2)) {
      c.confidence(Conclusion.Confidence.MEDIUM);
    }
    out.add(c);
  }

  /** What error correction could not repair, and what the firmware itself complains of. */
  private static void quality(Facts facts, Conclusions out) {
    for (LinkQuality q : facts.all(LinkQuality.class)) {
      String link = q.device().isEmpty() ? "The link" : q.device();
      if (q.effectiveBer() > WORST_BER) {
        out.add(
            Conclusion.warning(ERRORS)
                .say(
                    String.format(
                        java.util.Locale.ROOT,
                        "%s has %.0e bit errors per bit behind error correction; 1e-12 is the"
                            + " limit.",
                        link,
                        q.effectiveBer()))
                .at(q.berAt())
                .at(q.recommendationAt()));
      } else if (!Double.isNaN(q.effectiveBer()) && q.recommendation().isEmpty()) {
        out.healthy(link + " has no bit errors behind error correction.", List.of(q.berAt()));
      }
    }
  }

  private static int weight(Counters c) {
    return c.name().equals(CounterNames.SYMBOL_ERRORS)
        ? 0
        : c.name().equals(CounterNames.XMIT_DISCARDS) ? 1 : 2;
  }

  private static void congestion(List<Counters> discards, List<Counters> waits, Conclusions out) {
    List<Counters> full = waits.stream().filter(Counters::saturated).toList();
    List<Counters> growing = waits.stream().filter(w -> w.growth() > 0).toList();
    List<Counters> beside =
        waits.stream()
            .filter(
                w -> w.value() > 0 && discards.stream().anyMatch(d -> d.scope().equals(w.scope())))
            .toList();
    List<Counters> shown = !full.isEmpty() ? full : !growing.isEmpty() ? growing : beside;
    if (shown.isEmpty()) {
      return;
    }
    boolean few = discards.stream().allMatch(d -> d.sign() < FEW_DISCARDS);
    Severity severity = !full.isEmpty() && few ? Severity.WARNING : Severity.INFO;
    Conclusion c = Conclusion.of(CONGESTION, severity).confidence(Conclusion.Confidence.MEDIUM);
    shown.stream().limit(4).forEach(w -> c.say(w.sentence() + ".").at(w.at()));
    discards.stream().limit(2).forEach(d -> c.say(d.sentence() + ".").at(d.at()));
    out.add(c);
  }

  private static void nvlink(List<Counters> all, Conclusions out) {
    List<Counters> links =
        all.stream()
            .filter(c ->
                c.name().startsWith("nvlink_")
                    && (c.name().contains("error")
                        || c.name().contains("recovery")
                        || c.name().contains("discard")))
            .toList();
    if (links.isEmpty()) {
      return;
    }
    List<Counters> bad = links.stream().filter(c -> c.sign() > 0).toList();
    if (bad.isEmpty()) {
      List<Place> places = new ArrayList<>();
      places.add(links.getFirst().at());
      links.stream()
          .filter(l -> l.name().contains("crc") || l.name().contains("recovery"))
          .limit(2)
          .forEach(l -> places.add(l.at()));
      out.healthy("No NVLink error or recovery is counted.", places);
      return;
    }
    Conclusion c = Conclusion.warning(NVLINK);
    bad.stream().limit(8).forEach(b -> c.say(b.sentence() + ".").at(b.at()));
    out.add(c);
  }

  private static void healthy(
      List<Counters> all, List<Counters> physical, List<Counters> discards, Conclusions out) {
    List<Counters> ports =
        all.stream()
            .filter(c -> PHYSICAL.contains(c.name()) || c.name().equals(CounterNames.XMIT_DISCARDS))
            .toList();
    if (ports.isEmpty() || !physical.isEmpty() || !discards.isEmpty() || out.has(FLAP)) {
      return;
    }
    List<Place> places = new ArrayList<>();
    places.add(ports.getFirst().at());
    named(all, CounterNames.XMIT_DISCARDS).stream().limit(1).forEach(c -> places.add(c.at()));
    named(all, CounterNames.XMIT_WAIT).stream().limit(1).forEach(c -> places.add(c.at()));
    named(all, CounterNames.XMIT_DATA).stream().limit(1).forEach(c -> places.add(c.at()));
    boolean idle = named(all, CounterNames.XMIT_DATA).stream().allMatch(c -> c.value() == 0);
    out.healthy(
        "No error counter of "
            + ports.stream().map(Counters::scope).distinct().count()
            + " port(s) is above 0."
            + (idle
                ? " Data counters are 0 too: idle, or just reset."
                : " Waiting alone is no fault."),
        places);
  }
}
