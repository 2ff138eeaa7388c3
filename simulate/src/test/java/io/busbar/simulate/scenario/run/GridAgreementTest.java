package io.busbar.simulate.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.busbar.model.fabric.GridDesign;
import io.busbar.model.fabric.GridDesign.Shape;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.report.SimulationReport;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All-to-all on small grids: what the engines play takes as long as the busiest link of the closed
 * form. Where two shortest paths round an even ring are alike, only adaptive routing divides them
 * evenly, as the closed form does; elsewhere the order of dimensions is enough.
 */
class GridAgreementTest {
  private static final double LINK = 50e9;
  private static final double BYTES = 1e6;

  private static double played(String shape, String sizes, String engine, String routing) {
    int routers = 1;
    for (String size : sizes.split("x", -1)) {
      routers *= Integer.parseInt(size);
    }
    Question question =
        new Question(
            "plain-alltoall",
            new Question.Place(null, null, shape + ":" + sizes, "400Gb/s", "100ns", routers),
            new Question.Load(null, List.of("1MB"), null, null, null, "128KiB"),
            new Question.Network(
                List.of(engine),
                List.of(routing),
                List.of("none"),
                4096,
                null,
                new Question.Transport(1, "on", null, 20, 7, List.of(), List.of()),
                List.of()),
            1);
    Object answer = SimulationReport.of(question, () -> 0).answer();
    Double seconds = ((SimulationAnswer) answer).completionS();
    return seconds == null ? Double.NaN : seconds;
  }

  @ParameterizedTest
  @CsvSource({
    "torus, 5x5, flow, ecmp, 3", "torus, 4x4, flow, adaptive, 3", "torus, 4x4, packet, adaptive, 6",
    "mesh, 3x3, flow, ecmp, 3", "hyperx, 4x4, flow, ecmp, 3", "torus, 3x3x3, flow, ecmp, 3",
  })
  void an_all_to_all_takes_what_the_busiest_link_carries(
      String shape, String sizes, String engine, String routing, double percent) {
    List<Integer> each = List.of(sizes.split("x", -1)).stream().map(Integer::valueOf).toList();
    Shape kind = Shape.valueOf(shape.toUpperCase(Locale.ROOT));
    GridDesign design = new GridDesign(kind, each, LINK, 0);
    double closed = (design.routers() - 1) * BYTES / design.allToAllBytesPerSecond();
    assertThat(played(shape, sizes, engine, routing)).isCloseTo(closed, withPercentage(percent));
  }
}
