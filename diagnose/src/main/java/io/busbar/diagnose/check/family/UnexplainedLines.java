package io.busbar.diagnose.check.family;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusion.Confidence;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.PlainText;
import io.busbar.formats.artefact.Suspect;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lines that look like faults and that nothing explains: exceptions of programs by their class, all
 * others as they stand, the gravest words and the rarest lines first. Needs {@link Suspect}s and
 * what all other checks concluded, so it comes last.
 */
public final class UnexplainedLines implements Check {
  private static final String UNEXPLAINED = "unexplained";
  private static final String EXCEPTION = "program-exception";
  private static final int SHOWN = 5;
  private static final int ERROR = 3;
  private static final int FAULT = 2;

  private static final Comparator<Suspect> GRAVEST =
      Comparator.comparingInt(Suspect::weight).reversed().thenComparingLong(Suspect::count);

  @Override
  public List<String> codes() {
    return List.of(EXCEPTION, UNEXPLAINED);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    Explained explained = Explained.of(facts, out);
    List<Suspect> left =
        facts.all(Suspect.class).stream().filter(s -> !explained.coversSuspect(s.at())).toList();
    List<Suspect> raised = left.stream().filter(s -> !s.exception().isEmpty()).toList();
    if (!raised.isEmpty()) {
      Conclusion c = Conclusion.warning(EXCEPTION).confidence(Confidence.LOW);
      raised.stream()
          .limit(SHOWN)
          .forEach(
              s -> c.say("A program ends with " + s.exception() + ": " + tail(s) + ".").at(s.at()));
      out.add(c);
    }
    List<Suspect> lines =
        left.stream()
            .filter(s -> s.exception().isEmpty() && s.weight() >= FAULT)
            .sorted(GRAVEST)
            .limit(SHOWN)
            .toList();
    if (lines.isEmpty()) {
      hints(left, facts, out);
      return;
    }
    boolean grave = lines.getFirst().weight() >= ERROR;
    Conclusion c =
        Conclusion.of(UNEXPLAINED, grave ? Severity.WARNING : Severity.INFO)
            .confidence(Confidence.LOW)
            .say("Not explained: " + lines.size() + " kind(s) of line that look like faults.");
    lines.forEach(s -> c.at(s.at()));
    out.add(c);
  }

  /**
   * The weakest signs, where a file is known as a log by its form only and nothing else was found:
   * better a hint too many than silence about what nobody understood.
   */
  private static void hints(List<Suspect> left, Facts facts, Conclusions out) {
    Set<String> plain =
        facts.all(PlainText.class).stream().map(p -> p.at().file()).collect(Collectors.toSet());
    List<Suspect> weak =
        left.stream()
            .filter(s -> s.exception().isEmpty() && plain.contains(s.at().file()))
            .limit(SHOWN)
            .toList();
    if (!weak.isEmpty() && out.all().isEmpty()) {
      Conclusion c =
          Conclusion.info(UNEXPLAINED)
              .confidence(Confidence.LOW)
              .say("No reader knows these lines; their words suggest a fault.");
      weak.forEach(s -> c.at(s.at()));
      out.add(c);
    }
  }

  private static String tail(Suspect s) {
    String text = s.at().text().strip();
    int at = text.indexOf(s.exception());
    String rest =
        at < 0 ? "" : text.substring(at + s.exception().length()).replaceFirst("^: ?", "");
    return rest.isEmpty() ? "no text" : rest.length() > 160 ? rest.substring(0, 160) : rest;
  }
}
