package io.busbar.simulate.scenario.setting;

import io.busbar.collective.algorithm.Algorithm;
import org.jspecify.annotations.Nullable;

/**
 * One run.
 *
 * @param ranks who takes part; of an incast the senders and the receiver
 * @param bytes size as nccl-tests counts it; of a pattern each message
 * @param algorithm null for patterns and the closed form
 * @param channels parts into which a collective is cut; each takes its own NICs
 * @param slotBytes most bytes of a message of a collective
 * @param mtuBytes payload of a full packet
 * @param bufferBytes buffer of each switch; 0 to size it by its ports
 * @param transport how packets are carried
 * @param faults what is wrong
 * @param own what was left to the network
 * @param exact whether every rank is played, also where some may stand for all
 */
public record Scenario(
    Site site,
    Task task,
    int ranks,
    long bytes,
    Fidelity fidelity,
    @Nullable Algorithm algorithm,
    int channels,
    int slotBytes,
    Route route,
    Congestion congestion,
    int mtuBytes,
    long bufferBytes,
    TransportOptions transport,
    RunFaults faults,
    long seed,
    OwnNetwork own,
    boolean exact) {

  /** The same network, with something else that is sent. */
  public Scenario with(Task other, int otherRanks, long otherBytes) {
    return new Scenario(
        site,
        other,
        otherRanks,
        otherBytes,
        fidelity,
        null,
        1,
        slotBytes,
        route,
        congestion,
        mtuBytes,
        bufferBytes,
        transport,
        faults,
        seed,
        own,
        exact);
  }

  /** The same run, plain in what its fidelity does not look at. */
  public Scenario withoutUnseen() {
    boolean closed = fidelity == Fidelity.CLOSED;
    boolean packet = fidelity == Fidelity.PACKET;
    boolean oneWay = closed || fidelity == Fidelity.MESSAGE;
    return new Scenario(
        site,
        task,
        ranks,
        bytes,
        fidelity,
        algorithm,
        channels,
        slotBytes,
        oneWay ? Route.ECMP : route,
        packet ? congestion : closed ? Congestion.NONE : congestion.withoutQueues(),
        mtuBytes,
        bufferBytes,
        packet ? transport : TransportOptions.PLAIN,
        closed ? RunFaults.NONE : faults,
        seed,
        own,
        exact);
  }
}
