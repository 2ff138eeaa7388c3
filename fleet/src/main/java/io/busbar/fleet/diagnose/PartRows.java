package io.busbar.fleet.diagnose;

import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Subject;
import io.busbar.fleet.diagnose.FindingRow.Proof;
import io.busbar.fleet.diagnose.FindingRow.Thing;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.times.LogTime;
import io.busbar.formats.versions.VersionSeen;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The diagnosis of a part as rows. Immutable. */
final class PartRows {
  private static final String HEALTHY = "healthy";

  private final Part part;
  private final Facts facts;
  private final LocalDateTime newest;

  PartRows(Part part, Facts facts) {
    this.part = part;
    this.facts = facts;
    this.newest =
        LocalDateTime.ofInstant(Instant.ofEpochMilli(part.newestMillis()), ZoneOffset.UTC);
  }

  /** A row for each thing that a finding is about; one for the job where that is not known. */
  List<FindingRow> findings(Diagnosis diagnosis) {
    List<FindingRow> rows = new ArrayList<>();
    for (Diagnosis.Cause cause : diagnosis.findings()) {
      if (cause.code().equals(HEALTHY)) {
        continue;
      }
      Set<Thing> things = new LinkedHashSet<>();
      cause.subjects().forEach(subject -> things.add(thing(subject)));
      if (things.isEmpty()) {
        things.add(new Thing(part.host().isEmpty() ? "job" : "host", part.host(), "", -1, -1));
      }
      for (Thing thing : things) {
        rows.add(row(cause, thing));
      }
    }
    return rows;
  }

  private FindingRow row(Diagnosis.Cause cause, Thing thing) {
    Proof proof =
        cause.evidence().stream()
            .findFirst()
            .map(e -> new Proof(e.file(), e.line(), e.text()))
            .orElse(new Proof("", 0, ""));
    Dated dated = day(proof.text());
    return new FindingRow(
        part.name(),
        part.job(),
        dated.day(),
        dated.source(),
        thing,
        cause.code(),
        cause.severity().name().toLowerCase(Locale.ROOT),
        cause.confidence(),
        cause.title(),
        proof);
  }

  /** A day and what tells it. */
  private record Dated(String day, String source) {}

  private Dated day(String text) {
    if (!part.day().isEmpty()) {
      return new Dated(part.day(), "folder");
    }
    LogTime printed = LogTime.find(text, newest);
    return printed == null
        ? new Dated(newest.toLocalDate().toString(), "file")
        : new Dated(printed.wall().toLocalDate().toString(), "log");
  }

  /** What a fleet compares. */
  List<FigureRow> figures() {
    return new Figures(facts, this::figure, this::thing).rows();
  }

  private FigureRow figure(String name, Thing what, String peers, double value, Place at) {
    Dated dated = day(at.text());
    Proof proof = new Proof(at.file(), at.line(), at.text());
    return new FigureRow(
        part.name(), part.job(), dated.day(), dated.source(), name, what, peers, value, proof);
  }

  private Thing thing(Subject subject) {
    String kind = subject.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    String host = subject.host().isEmpty() ? part.host() : subject.host();
    return new Thing(kind, host, subject.device(), subject.port(), subject.rank());
  }

  /** Versions that hosts have, each once. */
  List<TraitRow> traits() {
    String day = part.day().isEmpty() ? newest.toLocalDate().toString() : part.day();
    Set<TraitRow> rows = new LinkedHashSet<>();
    for (VersionSeen seen : facts.all(VersionSeen.class)) {
      String told = facts.hosts().of(seen.at());
      String host = told.isEmpty() ? part.host() : told;
      if (!host.isEmpty()) {
        rows.add(new TraitRow(part.name(), day, host, seen.product(), seen.version()));
      }
    }
    return List.copyOf(rows);
  }

  /** Hosts that the part tells of. */
  List<String> hosts(Diagnosis diagnosis, List<TraitRow> traits) {
    Set<String> hosts = new TreeSet<>();
    hosts.add(part.host());
    traits.forEach(trait -> hosts.add(trait.host()));
    part.files().forEach(file -> hosts.add(facts.hosts().of(file.name())));
    hosts.add(facts.hosts().of(part.name()));
    diagnosis.findings().forEach(c -> c.subjects().forEach(s -> hosts.add(s.host())));
    hosts.remove("");
    return List.copyOf(hosts);
  }
}
