package io.busbar.design.job;

import io.busbar.base.report.Report;
import io.busbar.design.answer.DesignAnswer.Traffic;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.report.SimulationReport;
import java.util.ArrayList;
import java.util.List;

/**
 * Every host of a small leaf-spine fabric sends 64 MB to another, at several oversubscriptions, by
 * the flow engine: what hashing costs beside oversubscription. The fabric has four leaves, since
 * the effect is that of one leaf's links. Stateless.
 */
public final class Crossing {
  private static final String[][] FABRICS = {
    {"1:1", "leaf-spine:4x16x16"},
    {"2:1", "leaf-spine:4x16x8"},
    {"4:1", "leaf-spine:4x16x4"},
    {"7:1", "leaf-spine:4x14x2"}
  };

  private Crossing() {}

  /**
   * The runs.
   *
   * @param link rate of all links, with its unit
   */
  public static List<Traffic> runs(String link, long seed) {
    List<Traffic> rows = new ArrayList<>();
    for (String[] fabric : FABRICS) {
      for (String routing : List.of("ecmp", "adaptive")) {
        rows.add(run(fabric[0], fabric[1], routing, link, seed));
      }
    }
    return rows;
  }

  private static Traffic run(String over, String fabric, String routing, String link, long seed) {
    Question question =
        new Question(
            "permutation",
            new Question.Place(null, null, fabric, link, "500ns", null),
            new Question.Load(null, List.of("64MB"), null, null, null, "1MiB"),
            new Question.Network(
                List.of("flow"),
                List.of(routing),
                List.of("none"),
                4096,
                null,
                Question.Transport.PLAIN,
                List.of()),
            seed);
    Report report = SimulationReport.of(question, () -> 0);
    SimulationAnswer answer = (SimulationAnswer) report.answer();
    Double seconds = answer.completionS();
    double bound = answer.boundS();
    return new Traffic(over, fabric, routing, seconds == null ? Double.NaN : seconds, bound);
  }
}
