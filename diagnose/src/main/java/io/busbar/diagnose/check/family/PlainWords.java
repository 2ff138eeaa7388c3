package io.busbar.diagnose.check.family;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusion.Confidence;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.KnowledgeTable;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.artefact.Suspect;
import io.busbar.formats.artefact.SuspectReader;
import io.busbar.formats.artefact.Wrapper;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a line says in plain words, whoever wrote it: a node is down, a connection was refused.
 * Asked only where no cause is known, of lines that say that something failed; needs {@link
 * Suspect}s, the messages {@code family-…} and what all other checks concluded. A warning of low
 * confidence.
 */
public final class PlainWords implements Check {
  private static final List<Rule> RULES =
      KnowledgeTable.rows("word-findings.tsv").stream().map(Rule::of).toList();
  private static final int SHOWN = 4;
  private static final int MOST_TEXT = 100;

  /** From this weight on a line says that something failed, by its words or by a state. */
  private static final int FAILED = 3;

  /** From here on a message says what may be behind it, or what to do. */
  private static final Pattern HINT =
      Pattern.compile(
          "\\b(?:(?:This|It|They) (?:can|may|might|could|usually|often|is"
              + " (?:usually|mostly|often))\\b|Possible (?:causes?|reasons?)|Please |To"
              + " (?:troubleshoot|fix|see)|Check (?:the|if|that|whether|your)|For more"
              + " information|For debugging|See also).*");

  /** Names of errors in capitals: {@code ERROR_GPU_IS_LOST} says what its words say. */
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]{1,40}(?:_[A-Z]{1,40}){1,12}\\b");

  /** The severity that stands before a message says nothing of what happened. */
  private static final Pattern LEVEL =
      Pattern.compile(
          "\\b(?:ERROR|FATAL|CRITICAL|WARNING|WARN|ERR|Error|error|fatal|err)\\b[:\\]|>]"
              + "|\\b(?:ERROR|FATAL|CRITICAL|WARNING|WARN|ERR)\\b(?=\\s)");

  /** Findings that name no cause, so that plain words may add one. */
  private static final Set<String> NO_CAUSE =
      Set.of("library-error", "gpu-driver-message", "nic-driver-message", "switch-log");

  /**
   * One row.
   *
   * @param narrow whether its words are so narrow that they count beside a decoded message
   */
  private record Rule(
      String code,
      boolean narrow,
      Pattern about,
      Pattern says,
      Optional<Pattern> unless,
      String sentence) {
    static Rule of(List<String> row) {
      return new Rule(
          row.get(0),
          row.get(1).equals("narrow"),
          words(row.get(2)),
          words(row.get(3)),
          Optional.of(row.get(4)).filter(p -> !p.equals("-")).map(Rule::words),
          row.get(5));
    }

    private static Pattern words(String pattern) {
      return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
    }

    boolean fits(String text) {
      return about.matcher(text).find()
          && says.matcher(text).find()
          && unless.map(p -> !p.matcher(text).find()).orElse(true);
    }
  }

  @Override
  public List<String> codes() {
    return RULES.stream().map(Rule::code).distinct().toList();
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    if (out.all().stream()
        .anyMatch(c -> c.severity() != Severity.INFO && !NO_CAUSE.contains(c.code()))) {
      return; // what is known is worth more
    }
    Explained explained = Explained.of(facts, out);
    Set<String> decoded = decoded(facts);
    Set<String> known =
        out.all().stream()
            .filter(c -> !NO_CAUSE.contains(c.code()))
            .flatMap(c -> c.evidence().stream())
            .map(PlainWords::key)
            .collect(Collectors.toSet());
    // No row of the table is a message that is decoded, so that what is added below does not count.
    boolean besideDecoded = out.all().stream().anyMatch(c -> NO_CAUSE.contains(c.code()));
    Set<String> causes = new HashSet<>();
    for (Suspect s : facts.all(Suspect.class)) {
      String text = Wrapper.body(s.at().text());
      boolean library = decoded.contains(key(s.at()));
      if (s.weight() < FAILED && !SuspectReader.error(text)
          || SuspectReader.tried(text)
          || known.contains(key(s.at()))
          || !library && explained.coversSuspect(s.at())) {
        continue;
      }
      Optional<Rule> rule = rule(said(text), library || besideDecoded);
      if (rule.isPresent() && (causes.size() < SHOWN || causes.contains(rule.get().code()))) {
        causes.add(rule.get().code());
        out.add(
            Conclusion.warning(rule.get().code())
                .confidence(Confidence.LOW)
                .say(rule.get().sentence() + ": " + head(text) + ".")
                .at(s.at()));
      }
    }
  }

  /** What a line says itself, without severity and advice. */
  private static String said(String text) {
    String own = HINT.matcher(LEVEL.matcher(text).replaceFirst(" ")).replaceFirst("");
    return NAME.matcher(own).replaceAll(name -> name.group().replace('_', ' '));
  }

  /** The first rule that fits a line; beside decoded messages one of narrow words. */
  private static Optional<Rule> rule(String text, boolean narrow) {
    return RULES.stream().filter(r -> r.fits(text)).findFirst().filter(r -> r.narrow || !narrow);
  }

  /** Lines that tables of libraries decode. */
  private static Set<String> decoded(Facts facts) {
    return facts
        .entries()
        .filter(e -> e instanceof Signal s && s.id().startsWith("family-"))
        .map(e -> key(e.at()))
        .collect(Collectors.toSet());
  }

  private static String key(Place at) {
    return at.file() + ":" + at.line();
  }

  private static String head(String text) {
    String line = text.strip();
    return line.length() > MOST_TEXT ? line.substring(0, MOST_TEXT) + "…" : line;
  }
}
