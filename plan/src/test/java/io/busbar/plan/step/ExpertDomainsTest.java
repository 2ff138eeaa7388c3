package io.busbar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.model.workload.FeedForward.Experts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpertDomainsTest {
  private static Experts experts(int active, int groups, int perToken) {
    return new Experts(256, active, 2048, 2048, true, groups, perToken);
  }

  @Test
  void known_answers() {
    // Free routing of 8 over 8 domains: 8·(1 − (7/8)^8)
    assertThat(ExpertDomains.reached(experts(8, 1, 1), 8)).isCloseTo(5.251, within(0.001));
    // DeepSeek-V3: 4 of 8 groups on 8 domains: 4·(1 − (3/4)^8)
    assertThat(ExpertDomains.reached(experts(8, 8, 4), 8)).isCloseTo(3.600, within(0.001));
    // Two domains of four groups: all four groups in one with probability 2/C(8,4) = 1/35
    assertThat(ExpertDomains.reached(experts(1000, 8, 4), 2)).isCloseTo(2 - 1.0 / 35, within(1e-9));
    assertThat(ExpertDomains.reached(experts(8, 8, 8), 4))
        .isEqualTo(ExpertDomains.reached(experts(8, 1, 1), 4));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64})
  void limited_routing_never_reaches_more_than_free_routing(int domains) {
    double limited = ExpertDomains.reached(experts(8, 8, 4), domains);
    assertThat(limited).isBetween(1 - 1e-12, Math.min(8.0, domains) + 1e-12);
    assertThat(limited).isLessThanOrEqualTo(ExpertDomains.reached(experts(8, 1, 1), domains));
  }
}
