package io.busbar.runtime.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.runtime.perf.MessageCosts.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageCostsTest {
  private static final int RANKS = 4;
  private static final int SLOT = 256 << 10;

  /** What a machine with these costs would measure. */
  private static List<Sample> samples(
      double alpha, double beta, double gamma, Random random, double noise) {
    List<Sample> samples = new ArrayList<>();
    for (int message = 64; message <= 1 << 20; message *= 4) {
      int steps = RANKS - 1;
      long messages = (message + SLOT - 1) / SLOT;
      samples.add(sample("sendrecv", messages, message, 0, alpha, beta, gamma));
      samples.add(sample("all_gather", steps * messages, steps * message, 0, alpha, beta, gamma));
      long moved = (long) steps * message;
      samples.add(sample("reduce_scatter", steps * messages, moved, moved, alpha, beta, gamma));
    }
    return samples.stream()
        .map(s -> {
          double seconds = s.seconds() * (1 + noise * random.nextGaussian());
          return new Sample(
              s.collective(),
              s.sizeBytes(),
              s.messages(),
              s.messageBytes(),
              s.reducedBytes(),
              seconds);
        })
        .toList();
  }

  private static Sample sample(
      String name, long messages, long moved, long reduced, double a, double b, double g) {
    double seconds = messages * a + moved * b + reduced * g;
    return new Sample(name, moved, messages, moved, reduced, seconds);
  }

  @Test
  void known_costs_come_back() {
    Random random = new Random(3);
    for (int trial = 0; trial < 200; trial++) {
      double alpha = Math.pow(10, -6.5 + 3 * random.nextDouble());
      double beta = Math.pow(10, -10 + 2.5 * random.nextDouble());
      double gamma = beta * random.nextDouble();
      List<Sample> exact = samples(alpha, beta, gamma, random, 0);
      MessageCosts costs = MessageCosts.fit(exact, 1);
      assertThat(costs.alphaSeconds()).isCloseTo(alpha, within(1e-6 * alpha));
      assertThat(costs.betaSecondsPerByte()).isCloseTo(beta, within(1e-6 * beta));
      assertThat(costs.gammaSecondsPerByte()).isCloseTo(gamma, within(1e-6 * beta));
      assertThat(costs.errors()).allSatisfy(e -> assertThat(e).isCloseTo(0, within(1e-6)));
    }
  }

  /** One measurement in nine was disturbed, and takes five times as long. */
  @Test
  void disturbed_measurements_hardly_count() {
    Random random = new Random(5);
    for (int trial = 0; trial < 50; trial++) {
      List<Sample> all = new ArrayList<>(samples(2e-5, 1e-9, 3e-10, random, 0.02));
      for (int i = 4; i < all.size(); i += 9) {
        Sample s = all.get(i);
        all.set(
            i,
            new Sample(
                s.collective(),
                s.sizeBytes(),
                s.messages(),
                s.messageBytes(),
                s.reducedBytes(),
                5 * s.seconds()));
      }
      MessageCosts costs = MessageCosts.fit(all, 1);
      assertThat(costs.alphaSeconds()).isCloseTo(2e-5, within(3e-6));
      assertThat(costs.betaSecondsPerByte()).isCloseTo(1e-9, within(1.5e-10));
    }
  }

  @Test
  void a_sum_costs_no_more_than_its_kernel() {
    List<Sample> exact = samples(1e-5, 1e-9, 5e-10, new Random(1), 0);
    MessageCosts costs = MessageCosts.fit(exact, 2e-10);
    assertThat(costs.gammaByKernels()).isTrue();
    assertThat(costs.gammaSecondsPerByte()).isEqualTo(2e-10);
  }

  @Test
  void a_cost_that_would_be_negative_is_none() {
    List<Sample> exact = samples(1e-5, 1e-9, -3e-10, new Random(1), 0);
    MessageCosts costs = MessageCosts.fit(exact, 1);
    assertThat(costs.gammaSecondsPerByte()).isZero();
    assertThat(costs.betaSecondsPerByte()).isBetween(0.7e-9, 1e-9);
  }
}
