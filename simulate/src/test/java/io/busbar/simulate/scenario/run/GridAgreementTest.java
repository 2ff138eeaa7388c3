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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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
    return played("plain-alltoall", null, "1MB", shape, sizes, engine, routing);
  }

  private static double played(
      String operation,
      @Nullable List<String> algorithms,
      String bytes,
      String shape,
      String sizes,
      String engine,
      String routing) {
    Double seconds =
        answer(operation, algorithms, bytes, shape, sizes, engine, routing).completionS();
    return seconds == null ? Double.NaN : seconds;
  }

  private static SimulationAnswer answer(
      String operation,
      @Nullable List<String> algorithms,
      String bytes,
      String shape,
      String sizes,
      String engine,
      String routing) {
    int routers = 1;
    for (String size : sizes.split("x", -1)) {
      routers *= Integer.parseInt(size);
    }
    Question question =
        new Question(
            operation,
            new Question.Place(null, null, shape + ":" + sizes, "400Gb/s", "100ns", routers),
            new Question.Load(null, List.of(bytes), null, algorithms, null, "16MiB"),
            new Question.Network(
                List.of(engine),
                List.of(routing),
                List.of("none"),
                4096,
                null,
                new Question.Transport(1, "on", null, 20, 7, List.of(), List.of()),
                List.of()),
            1);
    return (SimulationAnswer) SimulationReport.of(question, () -> 0).answer();
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

  /**
   * What the formula says of a collective is what flows take for the schedule that it describes,
   * within 0.5 %: the bytes of 64 MiB, and the hops of each dimension. An all-to-all is played
   * directly, with adaptive routing where an even ring has two ways.
   */
  @ParameterizedTest
  @CsvSource({
    "torus, 4x4",
    "torus, 8x8",
    "torus, 4x4x4",
    "mesh, 4x4",
    "hyperx, 4x4",
    "hyperx, 8",
    "torus, 5x5",
    "torus, 4x8",
    "mesh, 5",
  })
  void a_collective_takes_what_its_formula_says(String shape, String sizes) {
    for (String op : List.of("all_reduce", "all_gather", "reduce_scatter", "alltoall")) {
      List<String> way = List.of(op.equals("alltoall") ? "direct" : "by-dimension");
      double closed = played(op, way, "64MiB", shape, sizes, "closed", "ecmp");
      assertThat(played(op, way, "64MiB", shape, sizes, "flow", "adaptive"))
          .as(op)
          .isCloseTo(closed, withPercentage(0.5));
    }
  }

  /** Messages of the message engine leave an endpoint one after the other, over one link. */
  @Test
  void the_message_engine_knows_no_links_beside_each_other() {
    List<String> way = List.of("by-dimension");
    double closed = played("all_reduce", way, "64MiB", "torus", "4x4", "closed", "ecmp");
    assertThat(played("all_reduce", way, "64MiB", "torus", "4x4", "message", "ecmp"))
        .isCloseTo(4 * closed, withPercentage(0.5));
    assertThat(answer("all_reduce", way, "64MiB", "torus", "4x4", "message", "ecmp").assumed())
        .anySatisfy(line -> assertThat(line).contains("one of its links at a time"));
    assertThat(answer("all_reduce", way, "64MiB", "torus", "4x4", "flow", "ecmp").assumed())
        .noneSatisfy(line -> assertThat(line).contains("one of its links at a time"));
  }
}
