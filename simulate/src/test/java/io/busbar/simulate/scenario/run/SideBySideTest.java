package io.busbar.simulate.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.input.ScenarioReader;
import io.busbar.simulate.scenario.setting.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

public class SideBySideTest {
  private static List<Scenario> scenarios() {
    Question.Place place = new Question.Place(null, null, "fat-tree:4", "400Gb/s", "500ns", null);
    Question.Load load =
        new Question.Load(
            null,
            List.of("64KiB", "256KiB", "1MiB"),
            null,
            List.of("ring", "direct"),
            null,
            "1MiB");
    Question.Network network =
        new Question.Network(
            List.of("packet", "flow"),
            List.of("ecmp"),
            List.of("dcqcn"),
            4096,
            null,
            Question.Transport.PLAIN,
            List.of());
    return new ScenarioReader(new Question("all_reduce", place, load, network, 3)).read();
  }

  @Test
  void runs_beside_each_other_give_what_they_give_one_after_the_other() {
    List<Scenario> scenarios = scenarios();
    List<SimulationAnswer> alone = new ArrayList<>();
    scenarios.forEach(s -> alone.add(Simulation.run(s, 1, () -> -1, Watch.NONE).answer()));
    List<SimulationAnswer> beside =
        new SideBySide(scenarios, () -> -1, Watch.NONE)
            .play().stream().map(Simulation.Run::answer).toList();

    assertThat(beside).hasSize(12).isEqualTo(alone);
  }

  @Test
  void runs_that_had_not_begun_when_it_was_stopped_are_left_out() {
    Watch stopped =
        new Watch() {
          @Override
          public boolean cancelled() {
            return true;
          }
        };
    assertThat(new SideBySide(scenarios(), () -> -1, stopped).play()).hasSize(1);
  }
}
