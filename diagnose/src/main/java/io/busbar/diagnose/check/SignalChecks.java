package io.busbar.diagnose.check;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The findings that one message proves by itself, from {@code signal-findings.tsv}: message, code,
 * severity, confidence, a sentence with the message's values in braces, and messages that are
 * quoted beside it.
 */
public final class SignalChecks implements Check {
  private static final List<Rule> RULES = load();

  private record Rule(
      String signal,
      String code,
      Severity severity,
      Conclusion.Confidence confidence,
      String sentence,
      List<String> with) {}

  private static List<Rule> load() {
    return KnowledgeTable.rows("signal-findings.tsv").stream().map(SignalChecks::rule).toList();
  }

  private static Rule rule(List<String> cells) {
    return new Rule(
        cells.get(0),
        cells.get(1),
        Severity.valueOf(cells.get(2).toUpperCase(Locale.ROOT)),
        Conclusion.Confidence.valueOf(cells.get(3).toUpperCase(Locale.ROOT)),
        cells.size() > 4 ? cells.get(4) : "",
        cells.size() > 5 ? List.of(cells.get(5).split(" ")) : List.of());
  }

  /** Messages that a rule uses, for tests. */
  public static List<String> signals() {
    return RULES.stream().map(Rule::signal).toList();
  }

  @Override
  public List<String> codes() {
    return RULES.stream().map(Rule::code).distinct().toList();
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (Rule rule : RULES) {
      List<Signal> signals = facts.signals(rule.signal());
      if (signals.isEmpty() || disproved(rule, facts)) {
        continue;
      }
      Conclusion conclusion = Conclusion.of(rule.code(), rule.severity());
      conclusion.confidence(rule.confidence());
      for (Signal signal : signals) {
        conclusion.at(signal.at());
        if (!rule.sentence().isEmpty()) {
          conclusion.say(fill(rule.sentence(), signal));
        }
      }
      for (String other : rule.with()) {
        conclusion.at(facts.signals(other).stream().limit(2).toList());
      }
      out.add(conclusion);
    }
  }

  private static boolean disproved(Rule rule, Facts facts) {
    return rule.with().stream().anyMatch(w -> w.startsWith("!") && facts.has(w.substring(1)));
  }

  /** Takes out what the message does not tell. */
  private static String tidy(String text) {
    return text.replaceAll(" ?\\([^(){}]*\\{\\w+\\}[^(){}]*\\)", "")
        .replaceAll("\\s*\\{\\w+\\}(?: s\\b)?", "")
        .replaceAll("[:,;]+\\s*(?=[.:]?$)", "")
        .strip();
  }

  private static String fill(String sentence, Signal signal) {
    String text = sentence;
    for (Map.Entry<String, String> value : signal.values().entrySet()) {
      text = text.replace("{" + value.getKey() + "}", value.getValue());
    }
    String who = signal.origin().host();
    String full = tidy(text);
    return who.isEmpty() ? full : full.replaceFirst("\\.$", "") + " (" + who + ").";
  }
}
