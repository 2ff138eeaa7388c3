package io.busbar.simulate.scenario.input;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.packet.TransportSettings;
import io.busbar.simulate.program.Program;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks, in the words of the command line. Lists make a comparison: every combination is
 * run once.
 *
 * @param operation a collective by nccl-tests' name, or a pattern such as {@code incast}; empty for
 *     a program
 * @param exact whether every rank is played, also where some may stand for all
 * @param threads that play the packets of one run, at most; 0 for all processors where there is
 *     enough to do. The answer is the same for any number
 */
public record Question(
    String operation,
    Place place,
    Load load,
    Network network,
    long seed,
    boolean exact,
    int threads) {

  /** Ranks that are alike may stand for each other. */
  public Question(String operation, Place place, Load load, Network network, long seed) {
    this(operation, place, load, network, seed, false, 0);
  }

  /**
   * Where it plays.
   *
   * @param topology that was read from a file; null when a cluster or fabric is given
   * @param cluster null when a fabric is given
   * @param fabric null when a cluster is given
   * @param link rate of a fabric's links
   * @param linkLatency one way
   * @param ranks null for all
   */
  public record Place(
      @Nullable Topology topology,
      @Nullable String cluster,
      @Nullable String fabric,
      String link,
      String linkLatency,
      @Nullable Integer ranks) {}

  /**
   * A fabric that was read from a file.
   *
   * @param domain endpoints that scale-up links join; 1 for none
   * @param nics network ports of each endpoint
   */
  public record Topology(String name, Fabric fabric, int domain, int nics) {}

  /**
   * What ranks do, read from a file.
   *
   * @param remarks what was taken for granted or left out of the file, a sentence each
   */
  public record Script(String name, Program program, List<String> remarks) {
    public Script {
      remarks = List.copyOf(remarks);
    }

    /** All of the file is played as it stands there. */
    public Script(String name, Program program) {
      this(name, program, List.of());
    }
  }

  /**
   * What is sent.
   *
   * @param script read from a file; null for an operation
   * @param senders of an incast; null for all
   * @param algorithms null for the plainest that does the operation
   * @param channels null for one on each rail
   */
  public record Load(
      @Nullable Script script,
      List<String> sizes,
      @Nullable Integer senders,
      @Nullable List<String> algorithms,
      @Nullable Integer channels,
      String slot) {}

  /**
   * How the network is looked at, and what it does.
   *
   * @param buffer of each switch; null to size it by its ports
   * @param transport how packets are carried
   */
  public record Network(
      List<String> fidelities,
      List<String> routings,
      List<String> congestions,
      int mtuBytes,
      @Nullable String buffer,
      Transport transport,
      List<String> faults) {}

  /**
   * How packets are carried.
   *
   * @param queuePairs of each connection
   * @param lossless whether Ethernet pauses: {@code on} or {@code off}
   * @param repair {@code go-back-n} or {@code selective-repeat}; null for what the routing needs
   * @param timeoutExponent as NCCL_IB_TIMEOUT: 4.096 us · 2^exponent; 0 for none
   * @param retries timeouts in a row before a connection gives up, as NCCL_IB_RETRY_CNT
   * @param dcqcn {@code connectx} or {@code paper}, then single parameters as key=value; empty for
   *     the former
   * @param controls parameters of hpcc, swift, nscc and rccc as key=value
   */
  public record Transport(
      int queuePairs,
      String lossless,
      @Nullable String repair,
      int timeoutExponent,
      int retries,
      List<String> dcqcn,
      List<String> controls) {
    /** What NCCL sets when nothing is said, see {@link TransportSettings}. */
    public static final int TIMEOUT_EXPONENT = TransportSettings.TIMEOUT_EXPONENT;

    public static final int RETRIES = TransportSettings.RETRIES;

    /** What a network of its kind does. */
    public static final Transport PLAIN =
        new Transport(1, "on", null, TIMEOUT_EXPONENT, RETRIES, List.of(), List.of());
  }
}
