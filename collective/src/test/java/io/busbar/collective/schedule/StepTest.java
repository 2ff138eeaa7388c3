package io.busbar.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepTest {
  @Test
  void a_step_reads_as_what_it_does() {
    StepBuffer step = new StepBuffer();
    assertThat(step.send(3, 7).step()).hasToString("send 3: chunk 7");
    assertThat(step.forward(1, Step.REDUCE | Step.COPY, 2, 0).span(4, -2).step())
        .hasToString("receive 1, reduce, copy, send 2: chunk 0 x 4 by -2");
    assertThat(step.copy(5, 13).step()).hasToString("copy: chunk 5 -> 13");
  }

  @Test
  void a_new_step_forgets_the_old_one() {
    StepBuffer step = new StepBuffer();
    step.forward(1, Step.COPY, 2, 5).span(3, 2).into(9);
    step.receive(4, Step.COPY, 6);
    assertThat(step.step()).isEqualTo(new Step(Step.RECEIVE | Step.COPY, 4, -1, 6, 6, 1, 1));
  }

  @Test
  void positions_wrap_around_inside_their_region() {
    StepBuffer step = new StepBuffer().send(1, 8 + 6).span(4, 3);
    assertThat(step.sourceAt(0, 8)).isEqualTo(14);
    assertThat(step.sourceAt(1, 8)).isEqualTo(9);
    assertThat(step.sourceAt(3, 8)).isEqualTo(15);
    step.span(3, -4);
    assertThat(step.sourceAt(2, 8)).isEqualTo(14);
  }

  @Test
  void a_step_survives_the_way_through_the_buffer() {
    Step step = new Step(Step.RECEIVE | Step.COPY | Step.SEND, 1, 2, 3, 4, 5, 6);
    assertThat(new StepBuffer().set(step).step()).isEqualTo(step);
  }
}
