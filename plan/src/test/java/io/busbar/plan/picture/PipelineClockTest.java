package io.busbar.plan.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.model.training.PipelineSchedule;
import io.busbar.plan.picture.Pass.Kind;
import io.busbar.plan.picture.PipelineClock.Durations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PipelineClockTest {
  private static final double F = 1;
  private static final double B = 2;
  private static final double EXACT = 1e-9;

  private static int chunks(PipelineSchedule schedule) {
    return switch (schedule) {
      case INTERLEAVED -> 3;
      case ZERO_BUBBLE_V, DUAL_PIPE -> 2;
      default -> 1;
    };
  }

  private static List<List<Pass.Timed>> run(Pipeline pipeline) {
    double part = 1.0 / pipeline.passesPerMicroBatch();
    double weight = pipeline.splitsBackward() ? 1 : 0;
    return PipelineClock.run(pipeline, new Durations(F * part, (B - weight) * part, weight * part));
  }

  private static double makespan(List<List<Pass.Timed>> lanes) {
    return lanes.stream().mapToDouble(lane -> lane.getLast().end()).max().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"2,2", "4,4", "4,16", "8,8", "8,64", "5,7", "16,32", "4,1"})
  void an_even_1f1b_takes_m_plus_p_less_1_slots(int p, int m) {
    var lanes = run(new Pipeline(PipelineSchedule.ONE_F_ONE_B, p, 1, m));
    assertThat(makespan(lanes)).isCloseTo((m + p - 1) * (F + B), within(EXACT));
  }

  @ParameterizedTest
  @CsvSource({"2,2", "4,16", "8,64", "5,7"})
  void gpipe_takes_as_long_as_1f1b(int p, int m) {
    var lanes = run(new Pipeline(PipelineSchedule.GPIPE, p, 1, m));
    assertThat(makespan(lanes)).isCloseTo((m + p - 1) * (F + B), within(EXACT));
  }

  @ParameterizedTest
  @CsvSource({"2,2,2", "4,2,8", "4,5,16", "8,2,64", "8,3,8", "16,4,32"})
  void interleaving_divides_the_bubble_by_the_chunks(int p, int v, int m) {
    var lanes = run(new Pipeline(PipelineSchedule.INTERLEAVED, p, v, m));
    double bubble = makespan(lanes) - m * (F + B);
    assertThat(bubble).isCloseTo((p - 1) * (F + B) / v, within(1e-9 * m));
  }

  @ParameterizedTest
  @EnumSource(PipelineSchedule.class)
  void every_order_keeps_what_passes_need(PipelineSchedule schedule) {
    for (int p : new int[] {2, 3, 4, 6, 8}) {
      for (int m : new int[] {1, 2, 3, 4, 5, 8, 12, 24}) {
        check(new Pipeline(schedule, p, chunks(schedule), m));
      }
    }
  }

  private static void check(Pipeline pipeline) {
    var lanes = run(pipeline);
    Map<String, Pass.Timed> at = new HashMap<>();
    int passes = 0;
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      double free = 0;
      for (Pass.Timed timed : lanes.get(stage)) {
        assertThat(timed.start()).as("%s %s", pipeline, timed).isGreaterThanOrEqualTo(free);
        free = timed.end();
        Pass pass = timed.pass();
        at.put(key(pass.kind(), pass.microBatch(), pipeline.place(stage, pass.chunk())), timed);
        passes++;
      }
    }
    int visits = pipeline.microBatches() * pipeline.places();
    assertThat(passes).as("%s", pipeline).isEqualTo(at.size());
    assertThat(passes).as("%s", pipeline).isEqualTo(visits * (pipeline.splitsBackward() ? 3 : 2));
    at.forEach((key, timed) -> order(pipeline, at, timed.pass(), key));
  }

  private static void order(Pipeline pipeline, Map<String, Pass.Timed> at, Pass pass, String key) {
    int place = Integer.parseInt(key.substring(key.lastIndexOf(' ') + 1));
    int microBatch = pass.microBatch();
    switch (pass.kind()) {
      case FORWARD -> {
        if (place > 0) {
          follows(at, key, key(Kind.FORWARD, microBatch, place - 1));
        }
      }
      case BACKWARD -> {
        follows(at, key, key(Kind.FORWARD, microBatch, place));
        if (place < pipeline.places() - 1) {
          follows(at, key, key(Kind.BACKWARD, microBatch, place + 1));
        }
      }
      case WEIGHT -> follows(at, key, key(Kind.BACKWARD, microBatch, place));
    }
  }

  private static void follows(Map<String, Pass.Timed> at, String later, String earlier) {
    assertThat(at.get(later).start())
        .as("%s after %s", later, earlier)
        .isGreaterThanOrEqualTo(at.get(earlier).end());
  }

  private static String key(Kind kind, int microBatch, int place) {
    return kind + " " + microBatch + " " + place;
  }

  @Test
  void zero_bubble_1p_keeps_the_memory_of_1f1b() {
    for (List<Pass.Timed> lane : run(new Pipeline(PipelineSchedule.ZERO_BUBBLE_1P, 4, 1, 16))) {
      int inFlight = 0;
      for (Pass.Timed timed : lane) {
        inFlight += timed.pass().kind() == Kind.FORWARD ? 1 : 0;
        inFlight -= timed.pass().kind() == Kind.WEIGHT ? 1 : 0;
        assertThat(inFlight).isLessThanOrEqualTo(4);
      }
    }
  }

  /**
   * With F = B = W = 1 the exact schedules leave a rank idle for (p−1) in ZB-1P, nothing in ZB-2P
   * and ZB-V, 6 in DualPipe of 8 stages; 1F1B for 3(p−1). What is drawn is near.
   */
  @ParameterizedTest
  @CsvSource({
    "ZERO_BUBBLE_1P, 4, 16, 5.01",
    "ZERO_BUBBLE_1P, 8, 64, 9.01",
    "ZERO_BUBBLE_2P, 4, 16, 1e-9",
    "ZERO_BUBBLE_2P, 8, 64, 1e-9",
    "ZERO_BUBBLE_V, 4, 16, 1.01",
    "ZERO_BUBBLE_V, 8, 64, 4.01",
    "DUAL_PIPE, 8, 64, 7.01"
  })
  void split_backward_passes_leave_little_idle(
      PipelineSchedule schedule, int p, int m, double most) {
    var lanes = run(new Pipeline(schedule, p, chunks(schedule), m));
    double worst = 0;
    for (List<Pass.Timed> lane : lanes) {
      double busy = lane.stream().mapToDouble(t -> t.end() - t.start()).sum();
      worst = Math.max(worst, lane.getLast().end() - lane.getFirst().start() - busy);
    }
    assertThat(worst).isLessThanOrEqualTo(most);
  }
}
