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
import io.busbar.diagnose.facts.Subjects;
import io.busbar.diagnose.since.AfterTime;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.intake.Intake;
import io.busbar.formats.times.LogTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what is named and concludes. One instance makes one diagnosis. */
public final class Diagnoser {
  private static final int MAX_HEALTHY_EVIDENCE = 12;

  private final Expectation expectation;
  private final @Nullable AfterTime after;
  private Reading reading = (file, bytes) -> {};

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
    return conclude(gather(paths));
  }

  private Gathered gather(Collection<Path> paths) {
    Gathered gathered = new Gathered(after, reading);
    new Intake(gathered).walkAll(paths);
    return gathered;
  }

  /**
   * Diagnoses files and says what changed since a good run.
   *
   * @param good files of that run, as alike those of this one as possible
   */
  public Diagnosis diagnose(Collection<Path> paths, Collection<Path> good) {
    Diagnoser before = new Diagnoser(expectation).watchedBy(reading);
    Gathered then = before.gather(good);
    Gathered now = new Gathered(after, reading);
    then.inputs().stream().filter(Diagnosis.Input::isSkipped).forEach(now.inputs()::add);
    new Intake(now).walkAll(paths);
    Diagnosis answer = conclude(now);
    return answer.with(
        Changes.between(
            new RunTold(then.facts(), findings(before.conclude(then))),
            new RunTold(now.facts(), findings(answer))));
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
    Gathered gathered = new Gathered(after, reading);
    Intake intake = new Intake(gathered);
    names.forEach(name -> intake.walk(folder.resolve(name), name));
    return conclude(gathered);
  }

  /** Concludes from what was gathered, here or elsewhere. */
  public Diagnosis conclude(Gathered gathered) {
    Conclusions conclusions = new Conclusions();
    for (Check check : Checks.ALL) {
      Stop.check();
      gathered
          .guard()
          .concluding(
              "check " + check.getClass().getSimpleName(),
              () -> check.conclude(gathered.facts(), expectation, conclusions));
    }
    return answer(gathered, conclusions);
  }

  private Diagnosis answer(Gathered gathered, Conclusions conclusions) {
    Facts facts = gathered.facts();
    Guard guard = gathered.guard();
    Subjects subjects = Subjects.of(facts);
    List<Diagnosis.Cause> causes = new ArrayList<>();
    for (Ranking.Ranked ranked : Ranking.rank(Relations.ALL, facts, conclusions.all())) {
      causes.add(cause(ranked, subjects));
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
        Verdict.of(causes, gathered.inputs(), facts, gathered.part()),
        causes,
        healthy,
        missing,
        List.of(),
        guard.concluding("states of ranks", () -> RankStates.of(facts, causes), List.of()),
        guard.concluding(
            "measured bandwidths", () -> Comparison.all(facts, expectation), List.of()),
        gathered.inputs(),
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

  private static Diagnosis.Cause cause(Ranking.Ranked ranked, Subjects subjects) {
    Conclusion c = ranked.conclusion();
    FindingText text = FindingText.of(c.code());
    List<Place> places = new ArrayList<>(c.evidence());
    List<String> consequences = new ArrayList<>(ranked.explained());
    List<String> sentences = new ArrayList<>(c.sentences());
    Set<Place> about = new LinkedHashSet<>(c.about());
    List<String> verify = new ArrayList<>(c.looks());
    verify.addAll(text.verify());
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
        verify,
        text.fix(),
        consequences,
        subjects.of(about));
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
        List.of(),
        List.of());
  }

  private static List<Diagnosis.Evidence> evidence(Collection<Place> places) {
    return places.stream()
        .distinct()
        .map(p -> new Diagnosis.Evidence(p.file(), p.line(), p.text()))
        .toList();
  }
}
