package io.busbar.diagnose.validate;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.report.Severity;
import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.Diagnosis.Cause;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.validate.CaseFile.Expected;
import io.busbar.diagnose.validate.CaseFile.Token;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Diagnoses every case of a corpus from its artefacts alone and compares with what the case
 * expects. Folder and case files are never shown to the diagnosis.
 */
public final class DiagnosisValidation {
  private static final Set<String> HARMLESS =
      Set.of(
          "healthy",
          "benign-plugin-probe-message",
          "topology-summary",
          "fabric-manager-not-applicable",
          "nvls-not-supported-by-gpu",
          "link-speed-info",
          "qos-trust-dscp");

  private DiagnosisValidation() {}

  /** Scores over all cases and each case's. */
  public record Answer(Summary summary, List<Case> cases) {
    public Answer {
      cases = List.copyOf(cases);
    }
  }

  /**
   * Scores over all cases.
   *
   * @param top1Recall share of cases whose primary code is the first finding
   * @param top3Recall share of cases whose primary code is among the first three
   * @param codeRecall share of all expected codes that were found
   * @param evidenceRecall share of the expected lines that the finding of that code shows
   * @param healthyCases cases in which nothing is wrong
   * @param falseAlarms healthy cases with a warning or critical finding
   * @param forbiddenClaims findings that a case says must not be claimed
   * @param severityAgreement share of cases whose primary finding has the expected severity
   * @param unexpectedFindings warning and critical findings that no case expects
   */
  public record Summary(
      int cases,
      double top1Recall,
      double top3Recall,
      double codeRecall,
      double evidenceRecall,
      double severityAgreement,
      int healthyCases,
      int falseAlarms,
      int forbiddenClaims,
      int unexpectedFindings) {}

  /**
   * One case.
   *
   * @param rank of the primary code among the findings, from 1; 0 when it was not found
   * @param expected codes, the primary one first
   * @param found codes in their order
   * @param missed expected codes that were not found
   * @param unexpected warning and critical codes that were not expected
   * @param forbidden codes that the case says must not be claimed
   * @param missedEvidence expected lines that are not shown, {@code file:line token}
   * @param evidenceLines lines that are expected
   * @param severityAgrees whether the primary finding has the expected severity
   */
  public record Case(
      String id,
      int rank,
      List<String> expected,
      List<String> found,
      List<String> missed,
      List<String> unexpected,
      List<String> forbidden,
      List<String> missedEvidence,
      int evidenceLines,
      boolean severityAgrees) {
    public Case {
      expected = List.copyOf(expected);
      found = List.copyOf(found);
      missed = List.copyOf(missed);
      unexpected = List.copyOf(unexpected);
      forbidden = List.copyOf(forbidden);
      missedEvidence = List.copyOf(missedEvidence);
    }

    boolean harmless() {
      return HARMLESS.containsAll(expected);
    }
  }

  /**
   * Scores a directory of cases.
   *
   * @throws InputException when there is no case in it
   */
  public static Answer run(Path corpus, Expectation expectation) {
    List<Case> cases = new ArrayList<>();
    for (Path folder : folders(corpus)) {
      Path file = folder.resolve("case.yaml");
      byte[] told = UserFile.bytes(file, TreeReader.MAX_BYTES);
      cases.add(score(CaseFile.read(folder, told), expectation));
    }
    if (cases.isEmpty()) {
      throw refuse(corpus, "a directory of cases: folders with a case.yaml and its artefacts");
    }
    return new Answer(summary(cases), cases);
  }

  private static List<Path> folders(Path corpus) {
    if (!Files.isDirectory(corpus)) {
      throw refuse(corpus, "a directory of cases");
    }
    try (Stream<Path> found = Files.list(corpus)) {
      return found.filter(p -> Files.exists(p.resolve("case.yaml"))).sorted().toList();
    } catch (IOException e) {
      throw refuse(corpus, "a readable directory: " + e.getMessage());
    }
  }

  private static InputException refuse(Path at, String expected) {
    return new InputException(new Problem(Position.of(at.toString()), "", "", expected, ""));
  }

  private static Case score(CaseFile wanted, Expectation expectation) {
    List<Cause> causes =
        new Diagnoser(expectation).diagnose(wanted.folder(), wanted.artefacts()).findings();
    List<String> found = causes.stream().map(Cause::code).toList();
    List<String> expected = wanted.expected().stream().map(Expected::code).toList();
    Claims claims = Claims.of(wanted.mustNotClaim());
    List<String> missedEvidence = new ArrayList<>();
    int lines = 0;
    for (Expected e : wanted.expected()) {
      for (Token token : e.evidence()) {
        lines++;
        if (causes.stream().noneMatch(c -> c.code().equals(e.code()) && shows(c, token))) {
          missedEvidence.add(
              e.code() + " " + token.file() + ":" + token.line() + " " + token.token());
        }
      }
    }
    String primary = expected.getFirst();
    return new Case(
        wanted.id(),
        found.indexOf(primary) + 1,
        expected,
        found,
        expected.stream().filter(c -> !found.contains(c)).toList(),
        causes.stream()
            .filter(c -> c.severity() != Severity.INFO && !expected.contains(c.code()))
            .map(Cause::code)
            .toList(),
        causes.stream()
            .filter(c -> c.severity() != Severity.INFO || c.code().equals("healthy"))
            .map(Cause::code)
            .filter(c -> claims.forbids(c) && !expected.contains(c))
            .toList(),
        missedEvidence,
        lines,
        causes.stream()
            .anyMatch(c ->
                c.code().equals(primary)
                    && c.severity()
                        .name()
                        .equalsIgnoreCase(wanted.expected().getFirst().severity())));
  }

  private static boolean shows(Cause cause, Token token) {
    for (Diagnosis.Evidence e : cause.evidence()) {
      if (e.line() == token.line()
          && (e.file().equals(token.file()) || e.file().endsWith("/" + token.file()))) {
        return true;
      }
    }
    return false;
  }

  private static Summary summary(List<Case> cases) {
    int expected = cases.stream().mapToInt(c -> c.expected().size()).sum();
    int missed = cases.stream().mapToInt(c -> c.missed().size()).sum();
    int lines = cases.stream().mapToInt(Case::evidenceLines).sum();
    int missedLines = cases.stream().mapToInt(c -> c.missedEvidence().size()).sum();
    List<Case> harmless = cases.stream().filter(Case::harmless).toList();
    return new Summary(
        cases.size(),
        share(cases, c -> c.rank() == 1),
        share(cases, c -> c.rank() >= 1 && c.rank() <= 3),
        expected == 0 ? 1 : 1 - (double) missed / expected,
        lines == 0 ? 1 : 1 - (double) missedLines / lines,
        share(cases, Case::severityAgrees),
        harmless.size(),
        (int) harmless.stream().filter(c -> !c.unexpected().isEmpty()).count(),
        cases.stream().mapToInt(c -> c.forbidden().size()).sum(),
        cases.stream().mapToInt(c -> c.unexpected().size()).sum());
  }

  private static double share(List<Case> cases, java.util.function.Predicate<Case> test) {
    return (double) cases.stream().filter(test).count() / cases.size();
  }
}
