package io.busbar.diagnose;

import io.busbar.base.report.Severity;
import io.busbar.base.stop.Stop;
import io.busbar.diagnose.baseline.Changes;
import io.busbar.diagnose.baseline.RunTold;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.table.Comparison;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.since.AfterTime;
import io.busbar.formats.artefact.LineFilter;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.detect.Detection;
import io.busbar.formats.intake.Artefact;
import io.busbar.formats.intake.Intake;
import io.busbar.formats.times.LogTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what is named and concludes. One instance makes one diagnosis. */
public final class Diagnoser implements Intake.Visitor {
  private static final int MAX_HEALTHY_EVIDENCE = 12;

  private final Expectation expectation;
  private final Facts facts = new Facts();
  private final List<Diagnosis.Input> inputs = new ArrayList<>();
  private final Guard guard = new Guard();
  private final @Nullable AfterTime after;
  private Reading reading = (file, bytes) -> {};
  private long bytesRead;

  /** Follows a long reading. */
  @FunctionalInterface
  public interface Reading {
    /**
     * Called often, from the thread that reads.
     *
     * @param file that is read
     * @param bytes of text that were read so far, of all files
     */
    void at(String file, long bytes);
  }

  public Diagnoser(Expectation expectation) {
    this(expectation, null);
  }

  /**
   * @param after only lines after this time count, and lines that print none; null for all
   */
  public Diagnoser(Expectation expectation, @Nullable LogTime after) {
    this.expectation = expectation;
    this.after = after == null ? null : new AfterTime(after);
  }

  /** Lets somebody follow; before anything is read. */
  public Diagnoser watchedBy(Reading watch) {
    reading = watch;
    return this;
  }

  /**
   * Diagnoses files and directories together.
   *
   * @throws io.busbar.base.problem.InputException when one of them does not exist
   */
  public Diagnosis diagnose(Collection<Path> paths) {
    new Intake(this).walkAll(paths);
    return conclude();
  }

  /**
   * Diagnoses files and says what changed since a good run.
   *
   * @param good files of that run, as alike those of this one as possible
   */
  public Diagnosis diagnose(Collection<Path> paths, Collection<Path> good) {
    Diagnoser before = new Diagnoser(expectation).watchedBy(reading);
    Diagnosis then = before.diagnose(good);
    before.inputs.stream().filter(Diagnosis.Input::isSkipped).forEach(inputs::add);
    Diagnosis now = diagnose(paths);
    return now.with(
        Changes.between(
            new RunTold(before.facts, findings(then)), new RunTold(facts, findings(now))));
  }

  private static Map<String, Place> findings(Diagnosis diagnosis) {
    Map<String, Place> found = new LinkedHashMap<>();
    for (Diagnosis.Cause cause : diagnosis.findings()) {
      if (cause.severity() != Severity.INFO && !cause.evidence().isEmpty()) {
        Diagnosis.Evidence first = cause.evidence().getFirst();
        found.put(cause.code(), new Place(first.file(), first.line(), first.text()));
      }
    }
    return found;
  }

  /**
   * Diagnoses files of a folder, which are called by their names, so that the folder tells nothing.
   */
  public Diagnosis diagnose(Path folder, Collection<String> names) {
    Intake intake = new Intake(this);
    names.forEach(name -> intake.walk(folder.resolve(name), name));
    return conclude();
  }

  /** What was read so far. */
  List<Diagnosis.Input> inputs() {
    return List.copyOf(inputs);
  }

  private Diagnosis conclude() {
    Conclusions conclusions = new Conclusions();
    for (Check check : Checks.ALL) {
      Stop.check();
      guard.concluding(
          "check " + check.getClass().getSimpleName(),
          () -> check.conclude(facts, expectation, conclusions));
    }
    return answer(conclusions);
  }

  @Override
  public void file(Artefact given) throws IOException {
    Artefact artefact = Detection.plain(given);
    String file = artefact.name();
    List<String> kinds = new ArrayList<>();
    guard.reading(file, "document", () -> kinds.addAll(Detection.ALL.documents(artefact, facts)));
    if (Detection.isBinary(artefact)) {
      inputs.add(binaryInput(file, kinds));
      return;
    }
    int[] count = {0};
    try {
      guard.reading(file, "lines", () -> count[0] = lines(artefact, kinds));
    } finally { // what could be read of a stream that breaks off counts
      inputs.add(input(file, kinds, count[0]));
    }
  }

  /** Leads its lines to the readers of lines; returns how many there are. */
  private int lines(Artefact artefact, List<String> kinds) throws IOException {
    try (InputStream in = watched(artefact)) {
      LineScanner.Summary summary =
          Detection.ALL.lines(artefact.name(), in, facts, after == null ? LineFilter.ALL : after);
      kinds.addAll(summary.kinds());
      return summary.lines();
    }
  }

  private Diagnosis.Input input(String file, List<String> kinds, int lines) {
    String kind =
        kinds.isEmpty() ? "unknown" : String.join(", ", kinds.stream().distinct().toList());
    List<String> warnings = new ArrayList<>(facts.warnings(file));
    String passedOver = after == null ? "" : after.note();
    if (!passedOver.isEmpty()) {
      warnings.add(passedOver);
    }
    return new Diagnosis.Input(file, kind, lines, warnings);
  }

  private InputStream watched(Artefact artefact) throws IOException {
    return new WatchedInput(
        artefact.open(),
        count -> {
          bytesRead += count;
          reading.at(artefact.name(), bytesRead);
        });
  }

  private Diagnosis.Input binaryInput(String name, List<String> kinds) {
    List<String> warnings = new ArrayList<>(facts.warnings(name));
    if (kinds.isEmpty()) {
      warnings.add("binary: not read");
    }
    return new Diagnosis.Input(
        name, kinds.isEmpty() ? "binary" : String.join(", ", kinds), 0, warnings);
  }

  @Override
  public void skipped(String name, String why) {
    inputs.add(new Diagnosis.Input(name, Diagnosis.Input.SKIPPED, 0, List.of(why)));
  }

  @Override
  public void failed(String name, String part, Throwable why) {
    guard.failed(name, part, why);
    skipped(name, "a part of Busbar failed over it: see the faults");
  }

  private Diagnosis answer(Conclusions conclusions) {
    List<Diagnosis.Cause> causes = new ArrayList<>();
    for (Ranking.Ranked ranked : Ranking.rank(Relations.ALL, facts, conclusions.all())) {
      causes.add(cause(ranked));
    }
    List<Diagnosis.Healthy> healthy =
        conclusions.sound().stream()
            .map(s -> new Diagnosis.Healthy(s.what(), evidence(s.evidence())))
            .toList();
    if (!healthy.isEmpty()) {
      boolean fault = causes.stream().anyMatch(c -> c.severity() != Severity.INFO);
      causes.add(
          causes.isEmpty() || fault ? causes.size() : healthyPosition(causes), healthy(healthy));
    }
    List<Diagnosis.Missing> missing =
        conclusions.missing().entrySet().stream()
            .map(m -> new Diagnosis.Missing(m.getKey(), m.getValue()))
            .toList();
    return new Diagnosis(
        Verdict.of(causes, inputs, facts, after != null),
        causes,
        healthy,
        missing,
        List.of(),
        guard.concluding("states of ranks", () -> RankStates.of(facts, causes), List.of()),
        guard.concluding(
            "measured bandwidths", () -> Comparison.all(facts, expectation), List.of()),
        inputs,
        guard.concluding("analyses", () -> Analyses.of(facts), new Analyses(List.of(), null)),
        null,
        guard.faults(facts));
  }

  /** Descriptions and benign messages are worth more than that the rest is in order. */
  private static int healthyPosition(List<Diagnosis.Cause> causes) {
    int at = 0;
    while (at < causes.size() && !Checks.MINOR.contains(causes.get(at).code())) {
      at++;
    }
    return at;
  }

  private static Diagnosis.Cause cause(Ranking.Ranked ranked) {
    Conclusion c = ranked.conclusion();
    FindingText text = FindingText.of(c.code());
    List<Place> places = new ArrayList<>(c.evidence());
    List<String> consequences = new ArrayList<>(ranked.explained());
    List<String> sentences = new ArrayList<>(c.sentences());
    Severity severity = c.severity();
    for (Conclusion folded : ranked.folded()) {
      severity = severity.compareTo(folded.severity()) >= 0 ? severity : folded.severity();
      consequences.add(folded.code());
      sentences.addAll(folded.sentences());
      places.addAll(folded.evidence());
    }
    sentences.add(text.why());
    return new Diagnosis.Cause(
        c.code(),
        severity,
        c.confidence().name().toLowerCase(java.util.Locale.ROOT),
        text.title(),
        evidence(places),
        String.join(" ", sentences),
        text.verify(),
        text.fix(),
        consequences);
  }

  private static Diagnosis.Cause healthy(List<Diagnosis.Healthy> healthy) {
    FindingText text = FindingText.of(Checks.HEALTHY);
    List<Diagnosis.Evidence> evidence =
        healthy.stream().flatMap(h -> h.evidence().stream()).limit(MAX_HEALTHY_EVIDENCE).toList();
    List<String> what = healthy.stream().map(Diagnosis.Healthy::what).toList();
    return new Diagnosis.Cause(
        Checks.HEALTHY,
        Severity.INFO,
        "high",
        text.title(),
        evidence,
        String.join(" ", what) + " " + text.why(),
        text.verify(),
        text.fix(),
        List.of());
  }

  private static List<Diagnosis.Evidence> evidence(Collection<Place> places) {
    return places.stream()
        .distinct()
        .map(p -> new Diagnosis.Evidence(p.file(), p.line(), p.text()))
        .toList();
  }
}
