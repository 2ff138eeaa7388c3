package io.busbar.plan.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.plan.Asked;
import io.busbar.plan.answer.PlanAnswer;
import org.junit.jupiter.api.Test;

class HostRoomTest {
  @Test
  void states_that_the_host_cannot_hold_do_not_fit() {
    // 405.9e9 parameters, 12 bytes of states each over 16 GPUs: 304 GB; 2 TB * 0.85 / 8 = 212.5.
    PlanAnswer a =
        Asked.planned("--model llama3.1-405b --cluster dgx-h100:2 --offload optimizer").answer();
    assertThat(a.memory().hostRoomBytes()).isCloseTo(212.5e9, within(1e6));
    assertThat(a.memory().hostBytes()).isBetween(300e9, 310e9);
    assertThat(a.memory().verdict()).isEqualTo("does-not-fit");
  }

  @Test
  void no_fit_is_offered_that_the_host_cannot_hold() {
    PlanAnswer a = Asked.planned("--model llama3.1-405b --cluster dgx-h100:2").answer();
    assertThat(a.fits())
        .allSatisfy(
            fit -> assertThat(fit.hostBytes()).isLessThanOrEqualTo(a.memory().hostRoomBytes()));
  }

  @Test
  void a_host_of_unknown_size_holds_what_is_asked() {
    PlanAnswer a =
        Asked.planned("--model llama3.1-405b --cluster hgx-h100:8 --offload optimizer").answer();
    assertThat(a.memory().hostRoomBytes()).isZero();
    assertThat(a.memory().hostBytes()).isPositive();
  }
}
