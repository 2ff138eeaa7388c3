package io.busbar.diagnose.check.family;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusion.Confidence;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.KnowledgeTable;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.artefact.SuspectReader;
import java.util.List;

/**
 * What a line says in plain words, whoever wrote it: a node is down, a connection was refused.
 * Asked only where nothing else was found, and only of lines that look like trouble; needs the
 * messages of {@code phrase-findings.tsv} and what all other checks concluded. A warning of low
 * confidence.
 */
public final class PhraseChecks implements Check {
  private static final List<List<String>> RULES = KnowledgeTable.rows("phrase-findings.tsv");
  private static final int SHOWN = 4;

  /** Messages that the rules use, for tests. */
  public static List<String> signals() {
    return RULES.stream().map(List::getFirst).toList();
  }

  @Override
  public List<String> codes() {
    return RULES.stream().map(row -> row.get(1)).distinct().toList();
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    if (out.all().stream().anyMatch(c -> c.severity() != Severity.INFO)) {
      return; // what is known is worth more
    }
    for (List<String> rule : RULES) {
      Explained explained = Explained.of(facts, out);
      int shown = 0;
      for (Signal s : facts.signals(rule.getFirst())) {
        if (shown < SHOWN
            && SuspectReader.error(s.at().text())
            && !SuspectReader.tried(s.at().text())
            && !explained.coversSuspect(s.at())) {
          shown++;
          out.add(
              Conclusion.warning(rule.get(1))
                  .confidence(Confidence.LOW)
                  .say(rule.get(2).replace("{what}", s.value("what")))
                  .at(s.at()));
        }
      }
    }
  }
}
