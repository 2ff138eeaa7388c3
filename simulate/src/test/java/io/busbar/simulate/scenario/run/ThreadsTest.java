package io.busbar.simulate.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.simulate.network.Inseparable;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.input.ScenarioReader;
import io.busbar.simulate.scenario.setting.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answer of a command is the same for any number of threads. */
class ThreadsTest {
  private static Scenario scenario(
      String op, String algorithm, String place, String size, String network, String faults) {
    String[] words = network.split(" ");
    boolean fabric = place.contains("-tree") || place.contains("-spine");
    Question question =
        new Question(
            op,
            new Question.Place(
                null, fabric ? null : place, fabric ? place : null, "400Gb/s", "500ns", null),
            new Question.Load(
                null,
                List.of(size),
                null,
                algorithm.isEmpty() ? null : List.of(algorithm),
                null,
                "64KiB"),
            new Question.Network(
                List.of("packet"),
                List.of(words[0]),
                List.of(words[1]),
                4096,
                words.length > 2 ? words[2] : null,
                Question.Transport.PLAIN,
                faults.isEmpty() ? List.of() : List.of(faults.split(";"))),
            5);
    return new ScenarioReader(question).read().getFirst();
  }

  private static SimulationAnswer answer(Scenario scenario, int threads) {
    return Simulation.run(scenario, threads, () -> -1, Watch.NONE).answer();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "all_reduce,ring,dgx-h100:4,1MiB,ecmp cts,''",
        "all_reduce,ring,dgx-h100:4,1MiB,ecmp dcqcn,''",
        "all_reduce,hierarchical,dgx-h100:8,2MiB,ecmp cts,''",
        "all_reduce,hierarchical,dgx-h100:8,2MiB,adaptive dcqcn 2MB,''",
        "all_reduce,tree,dgx-h100:6,1MiB,ecmp cts,''",
        "all_reduce,direct,fat-tree:4,1MiB,ecmp dcqcn 400kB,''",
        "all_reduce,collnet-direct,dgx-h100:4,1MiB,ecmp ib,''",
        "all_reduce,nvls-tree,dgx-h100:4,1MiB,ecmp cts,''",
        "all_gather,ring,fat-tree:4,1MiB,ecmp ib,''",
        "reduce_scatter,ring,leaf-spine:4x4x2,1MiB,spray dcqcn,''",
        "broadcast,ring,dgx-h100:4,1MiB,ecmp cts,''",
        "alltoall,direct,dgx-h100:4,2MiB,ecmp ib-cc,''",
        "alltoall,pxn,dgx-h100:4,2MiB,ecmp cts,''",
        "permutation,'',fat-tree:4,1MiB,spray dcqcn,''",
        "incast,'',fat-tree:4,256KiB,ecmp dcqcn 400kB,''",
        "plain-alltoall,'',leaf-spine:4x4x2,64KiB,ecmp none 400kB,''",
        "all_reduce,ring,fat-tree:4,1MiB,ecmp dcqcn,flap:leaf0-spine1:40us/0.25;loss:all:1e-4",
        "all_reduce,ring,leaf-spine:4x4x2,1MiB,ecmp cts,slow-link:leaf0-spine1:0.5:10us..60us",
        "all_reduce,ring,fat-tree:4,1MiB,ecmp dcqcn,late-rank:endpoint3:20us",
      })
  void answers_are_those_of_one_thread(
      String op, String algorithm, String place, String size, String network, String faults) {
    Scenario scenario = scenario(op, algorithm, place, size, network, faults);
    SimulationAnswer one = answer(scenario, 1);
    assertThat(answer(scenario, 2)).isEqualTo(one);
    assertThat(answer(scenario, 3)).isEqualTo(one);
  }

  @Test
  void collectives_are_divided_and_not_only_refused() {
    for (String algorithm :
        List.of("ring", "hierarchical", "tree", "nvls-tree", "collnet-direct")) {
      Scenario scenario = scenario("all_reduce", algorithm, "dgx-h100:4", "1MiB", "ecmp cts", "");
      Engine engine = new Engine(scenario, null, 1, 2, () -> 0, Watch.NONE);
      assertThat(engine.packets()).isNotNull();
      assertThat(engine.packets().parts()).isEqualTo(2);
      Playing playing = Job.alone(scenario).on(engine.network()).playing();
      assertThat(Playing.alone(playing, engine, 1e-3).complete()).as(algorithm).isTrue();
    }
  }

  @Test
  void what_cannot_be_divided_is_played_by_one_thread() {
    Scenario scenario =
        scenario(
            "all_reduce", "ring", "fat-tree:4", "64KiB", "ecmp dcqcn", "late-rank:endpoint3:20us");
    Engine engine = new Engine(scenario, null, 1, 2, () -> 0, Watch.NONE);
    assertThatThrownBy(() -> Job.alone(scenario).on(engine.network()))
        .isInstanceOf(Inseparable.class);
    assertThat(answer(scenario, 2).completionS()).isPositive();
  }
}
