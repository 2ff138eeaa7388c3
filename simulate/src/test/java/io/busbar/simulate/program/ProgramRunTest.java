package io.busbar.simulate.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.message.MessageNetwork;
import io.busbar.simulate.message.Serialisation;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.program.Program.Event;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Four hosts on a switch; 1000 bytes take 1 us at 1 GB/s and 1 us of latency on each link. */
class ProgramRunTest {
  private static final long US = 1_000_000;
  private static final long MESSAGE = 3 * US;

  private final Program.Builder program = new Program.Builder(4);

  private ProgramRun run() {
    var fabric = Fabrics.star(4, new Bandwidth(1e9), new TimeSpan(1e-6), new TimeSpan(0));
    MessageNetwork network =
        new MessageNetwork(new Paths(fabric, Routing.HASH, 1), Serialisation.PORT);
    ProgramRun run = new ProgramRun(network, program.build(), IntStream.range(0, 4).toArray());
    assertThat(run.run(Long.MAX_VALUE, Cancel.NEVER).reason()).isEqualTo(RunEnd.Reason.DONE);
    return run;
  }

  @Test
  void a_message_starts_at_its_time() {
    int first = program.message(0, 1, 1000, 0);
    int late = program.message(2, 3, 1000, 5 * US);
    ProgramRun run = run();

    assertThat(run.endedPs(first)).isEqualTo(MESSAGE);
    assertThat(run.startedPs(late)).isEqualTo(5 * US);
    assertThat(run.endedPs(late)).isEqualTo(5 * US + MESSAGE);
    assertThat(run.lastPs()).isEqualTo(5 * US + MESSAGE);
  }

  @Test
  void a_message_may_wait_for_the_arrival_of_another() {
    int first = program.message(0, 1, 1000, 0);
    int second = program.message(1, 2, 1000, 0);
    program.after(second, first, Event.DELIVERED);

    assertThat(run().endedPs(second)).isEqualTo(2 * MESSAGE);
  }

  @Test
  void a_gate_opens_when_it_was_told_often_enough() {
    int gate = program.gate(2);
    program.after(gate, program.message(0, 1, 1000, 0), Event.DELIVERED);
    program.after(gate, program.message(1, 2, 1000, 4 * US), Event.DELIVERED);
    int behind = program.message(2, 3, 1000, 0);
    program.after(behind, gate, Event.ENDED);

    assertThat(run().startedPs(behind)).isEqualTo(4 * US + MESSAGE);
  }

  @Test
  void a_gate_for_the_next_lets_one_through_each_time() {
    int gate = program.next();
    program.after(gate, program.message(0, 1, 1000, 0), Event.DELIVERED);
    int one = program.message(1, 2, 1000, 0);
    program.after(one, gate, Event.ENDED);
    program.after(gate, one, Event.DELIVERED);
    int two = program.message(2, 3, 1000, 0);
    program.after(two, gate, Event.ENDED);
    ProgramRun run = run();

    assertThat(run.startedPs(one)).isEqualTo(MESSAGE);
    assertThat(run.startedPs(two)).isEqualTo(2 * MESSAGE);
  }

  @Test
  void a_receive_takes_the_message_of_its_sender_and_tag() {
    int any = program.receive(3, Program.ANY, 7);
    int fromOne = program.receive(3, 1, Program.ANY);
    int never = program.receive(3, 2, 9);
    program.send(0, 3, 7, 1000);
    int computed = program.compute(1, program.lane(), 10 * US);
    program.after(program.send(1, 3, 8, 0), computed, Event.ENDED);
    ProgramRun run = run();

    assertThat(run.endedPs(any)).isEqualTo(MESSAGE);
    assertThat(run.endedPs(fromOne)).isEqualTo(10 * US + MESSAGE - US);
    assertThat(run.endedPs(never)).isNegative();
  }

  @Test
  void computations_of_a_lane_do_not_overlap_and_those_of_two_lanes_do() {
    int lane = program.lane();
    int first = program.compute(0, lane, 2 * US);
    int second = program.compute(0, lane, 3 * US);
    int third = program.compute(0, lane, US);
    int beside = program.compute(0, program.lane(), 4 * US);
    int early = program.compute(0, program.lane(), US);
    program.after(early, third, Event.STARTED);
    ProgramRun run = run();

    assertThat(run.endedPs(first)).isEqualTo(2 * US);
    assertThat(run.endedPs(second)).isEqualTo(5 * US);
    assertThat(run.endedPs(third)).isEqualTo(6 * US);
    assertThat(run.endedPs(beside)).isEqualTo(4 * US);
    assertThat(run.startedPs(early)).isZero();
  }

  @Test
  void a_message_to_oneself_arrives_at_once() {
    int receive = program.receive(2, 2, 0);
    program.send(2, 2, 0, 1 << 20);

    assertThat(run().endedPs(receive)).isZero();
  }

  @Test
  void the_path_to_the_end_is_computing_and_what_no_computing_hides() {
    int lane = program.lane();
    int first = program.compute(0, lane, 2 * US);
    int second = program.compute(0, lane, 3 * US);
    int send = program.send(0, 1, 7, 1000);
    program.after(send, second, Event.ENDED);
    int receive = program.receive(1, 0, 7);
    int hidden = program.compute(1, program.lane(), 4 * US);
    int end = program.compute(1, program.lane(), 6 * US);
    program.after(end, receive, Event.ENDED);
    ProgramRun run = run();

    assertThat(run.endedPs(first)).isEqualTo(2 * US);
    assertThat(run.endedPs(hidden)).isEqualTo(4 * US);
    assertThat(run.path()).isEqualTo(new ProgramRun.Path(11 * US, MESSAGE, 5, 1));
    assertThat(run.lastPs()).isEqualTo(11 * US + MESSAGE);
  }
}
