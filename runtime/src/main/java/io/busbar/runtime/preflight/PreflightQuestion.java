package io.busbar.runtime.preflight;

import java.time.Duration;
import java.util.List;

/**
 * What is to be measured.
 *
 * @param interfaces globs; none for the one by which an agent came
 * @param duration of each transfer
 * @param streams connections that carry a transfer together
 * @param budget rounds stop when they would take longer than this
 * @param splits how many halves send to each other
 * @param seed of the order of rounds, and of the splits
 */
public record PreflightQuestion(
    List<String> interfaces,
    Duration duration,
    int streams,
    Duration budget,
    int splits,
    long seed) {
  /** Transfers of a pair: there, back, both. */
  private static final int TRANSFERS = 3;

  /** Round trips, datagrams, connecting and asking. */
  private static final double ROUND_EXTRA_S = 0.8;

  private static final double SPLIT_EXTRA_S = 0.1;

  public PreflightQuestion {
    interfaces = List.copyOf(interfaces);
  }

  Settings settings() {
    return new Settings(duration, streams);
  }

  /** How long a round takes about. */
  double roundSeconds() {
    return TRANSFERS * duration.toMillis() / 1e3 + ROUND_EXTRA_S;
  }

  /** How long the halves take about, both ways. */
  double splitSeconds() {
    return splits * 2 * (duration.toMillis() / 1e3 + SPLIT_EXTRA_S);
  }

  /** How many of some rounds fit the budget; at least one. */
  int fitting(int rounds) {
    double left = budget.toMillis() / 1e3 - splitSeconds();
    return (int) Math.clamp((long) (left / roundSeconds()), 1, Math.max(1, rounds));
  }

  /** How long it takes about, without measuring again what is suspicious. */
  public Duration estimate(int hosts, int interfacesEach) {
    int rounds = Rounds.all(hosts).size() * Math.max(1, interfacesEach);
    double seconds = fitting(rounds) * roundSeconds() + splitSeconds() + 1;
    return Duration.ofMillis((long) (1000 * seconds));
  }
}
