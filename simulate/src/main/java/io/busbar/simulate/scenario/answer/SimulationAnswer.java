package io.busbar.simulate.scenario.answer;

import io.busbar.simulate.scenario.setting.Congestion;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.Repair;
import io.busbar.simulate.scenario.setting.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run. A figure that the fidelity does not know is null.
 *
 * @param hosts endpoints of the fabric
 * @param ranks who took part
 * @param sizeBytes as nccl-tests counts it; of a pattern each message, of a program all of them
 * @param mtuBytes payload of a full packet
 * @param queuePairs of each connection
 * @param lossless whether switches keep packets back that they have no room for
 * @param repair what is sent again after a loss
 * @param faults as the user wrote them
 * @param end how it ended
 * @param simulatedS simulated time at that end
 * @param completionS when the last rank was done; null when it did not end well
 * @param boundS no schedule on this fabric is faster
 * @param boundBy what sets the bound
 * @param busbwBytesPerS by nccl-tests' factors; of an incast what arrives, of a permutation and
 *     plain all-to-all what each receives; null for programs
 * @param messages that were delivered
 * @param messageTimes of plain messages, from the start of each to its arrival; null for
 *     collectives
 * @param criticalPath what the end waited for; null for what does not compute
 * @param failures messages that were given up
 * @param linkHops packets times links crossed
 * @param events that the engine handled
 * @param deliveredBytes payload
 * @param cpuS processor time of the run; the only figure that differs between equal runs, null
 *     where it was not asked for
 * @param drops packets for which a switch had no room
 * @param corrupted packets lost on links by faults
 * @param retransmitted data packets sent again
 * @param pauses begun by switches
 * @param marks packets with a congestion mark
 * @param notifications congestion notifications sent
 * @param peakQueueBytes the longest queue of a port that was seen at the times of looking
 * @param jobs of a scenario with several; else empty
 * @param stuck ranks that were not done, at most ten
 * @param cycle links that wait for each other, of a deadlock
 * @param verdict what bounds it; null when it did not end well, or its engine has no links
 * @param assumed what was left to the network, a sentence each
 * @param others the further runs of a comparison
 */
public record SimulationAnswer(
    String operation,
    String fabric,
    int hosts,
    int ranks,
    long sizeBytes,
    Fidelity fidelity,
    @Nullable String algorithm,
    @Nullable Integer channels,
    @Nullable Route routing,
    @Nullable Congestion congestion,
    @Nullable Integer mtuBytes,
    @Nullable Integer queuePairs,
    @Nullable Boolean lossless,
    @Nullable Repair repair,
    List<String> faults,
    long seed,
    End end,
    double simulatedS,
    @Nullable Double completionS,
    double boundS,
    String boundBy,
    @Nullable Double busbwBytesPerS,
    @Nullable Long messages,
    @Nullable MessageTimes messageTimes,
    @Nullable CriticalPath criticalPath,
    long failures,
    @Nullable Long linkHops,
    @Nullable Long events,
    @Nullable Long deliveredBytes,
    @Nullable Double cpuS,
    @Nullable Long drops,
    @Nullable Long corrupted,
    @Nullable Long retransmitted,
    @Nullable Long timeouts,
    @Nullable Long pauses,
    @Nullable Long marks,
    @Nullable Long notifications,
    @Nullable Long peakQueueBytes,
    @Nullable SlowRank slowest,
    List<TierLoad> tiers,
    List<LinkLoad> hottestLinks,
    List<JobRun> jobs,
    List<Integer> stuck,
    List<String> cycle,
    @Nullable Verdict verdict,
    List<String> assumed,
    List<SimulationAnswer> others) {

  public SimulationAnswer {
    faults = List.copyOf(faults);
    tiers = List.copyOf(tiers);
    hottestLinks = List.copyOf(hottestLinks);
    jobs = List.copyOf(jobs);
    stuck = List.copyOf(stuck);
    cycle = List.copyOf(cycle);
    assumed = List.copyOf(assumed);
    others = List.copyOf(others);
  }

  /** How a run ended. */
  public enum End {
    /** All is delivered. */
    DONE,
    /** The user stopped it; figures are those until then. */
    CANCELLED,
    /** Messages were given up after their retries, or had no path. */
    FAILED,
    /** Buffers wait for each other in a circle. */
    DEADLOCK,
    /** Nothing moves any more, and there is no circle. */
    STALLED
  }

  /**
   * Who held the others up.
   *
   * @param cause connection, work, start, or last-message
   * @param peer the receiver where it is about a message
   * @param itsS what took long there
   * @param typicalS the same in the middle of all
   */
  public record SlowRank(
      String cause, int rank, @Nullable Integer peer, double itsS, double typicalS) {}

  /**
   * The quickest message, the one in the middle, the one that 99 of 100 beat or equal, the last.
   */
  public record MessageTimes(double minS, double medianS, double p99S, double maxS) {}

  /**
   * The chain of tasks of a program of which each waited for the one before, to the last end.
   *
   * @param computeS time of computations on it
   * @param communicationS all other time: communication that no computation hides
   * @param tasks on it
   * @param rank whose task ends last
   */
  public record CriticalPath(double computeS, double communicationS, int tasks, int rank) {}

  /**
   * Links between two kinds of nodes, one direction; utilisations are shares of the time until the
   * end.
   *
   * @param used links that carried anything
   */
  public record TierLoad(
      String tier, int links, int used, double meanUtilisation, double maxUtilisation) {}

  /**
   * One of several jobs on a fabric.
   *
   * @param startS when it started
   * @param completionS from its start until its last rank was done; null when it did not end well
   * @param aloneS the same when it is played by itself; null when it was not
   */
  public record JobRun(
      String name,
      String operation,
      int ranks,
      long sizeBytes,
      @Nullable String algorithm,
      double startS,
      @Nullable Double completionS,
      @Nullable Double aloneS,
      @Nullable Double busbwBytesPerS) {}

  /** One link direction. */
  public record LinkLoad(
      String link, double bytes, double utilisation, @Nullable Long peakQueueBytes) {}

  public SimulationAnswer with(List<SimulationAnswer> more) {
    return new SimulationAnswer(
        operation,
        fabric,
        hosts,
        ranks,
        sizeBytes,
        fidelity,
        algorithm,
        channels,
        routing,
        congestion,
        mtuBytes,
        queuePairs,
        lossless,
        repair,
        faults,
        seed,
        end,
        simulatedS,
        completionS,
        boundS,
        boundBy,
        busbwBytesPerS,
        messages,
        messageTimes,
        criticalPath,
        failures,
        linkHops,
        events,
        deliveredBytes,
        cpuS,
        drops,
        corrupted,
        retransmitted,
        timeouts,
        pauses,
        marks,
        notifications,
        peakQueueBytes,
        slowest,
        tiers,
        hottestLinks,
        jobs,
        stuck,
        cycle,
        verdict,
        assumed,
        more);
  }
}
