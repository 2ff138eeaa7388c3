package io.busbar.simulate.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks, in the words of the command line. Lists make a comparison: every combination is
 * run once.
 *
 * @param operation a collective by nccl-tests' name, {@code incast} or {@code permutation}
 */
public record Question(String operation, Place place, Load load, Network network, long seed) {

  /**
   * Where it plays.
   *
   * @param cluster null when a fabric is given
   * @param fabric null when a cluster is given
   * @param link rate of a fabric's links
   * @param linkLatency one way
   * @param ranks null for all
   */
  public record Place(
      @Nullable String cluster,
      @Nullable String fabric,
      String link,
      String linkLatency,
      @Nullable Integer ranks) {}

  /**
   * What is sent.
   *
   * @param senders of an incast; null for all
   * @param algorithms null for the plainest that does the operation
   * @param channels null for one on each rail
   */
  public record Load(
      List<String> sizes,
      @Nullable Integer senders,
      @Nullable List<String> algorithms,
      @Nullable Integer channels,
      String slot) {}

  /**
   * How the network is looked at, and what it does.
   *
   * @param buffer of each switch; null to size it by its ports
   */
  public record Network(
      List<String> fidelities,
      List<String> routings,
      List<String> congestions,
      int mtuBytes,
      @Nullable String buffer,
      List<String> faults) {}
}
