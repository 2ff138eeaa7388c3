package io.busbar.simulate.step;

import io.busbar.collective.api.CollectiveOp;
import java.util.List;

/**
 * What a rank computes and exchanges in a step and what waits for what: as it is played, for other
 * tools. Computations follow each other, as do exchanges.
 */
public record StepTrace(List<Computation> computations, List<Transfer> transfers) {
  /** Nothing is waited for. */
  public static final int NONE = Streams.NONE;

  public StepTrace {
    computations = List.copyOf(computations);
    transfers = List.copyOf(transfers);
  }

  /** The step as its overlap asks for it. */
  public static StepTrace of(StepVariant step) {
    return new StepPlay(step.work(), step.how(), step.seconds()).run().trace();
  }

  /**
   * A computation.
   *
   * @param kind forward, backward, optimizer or bubble
   * @param seconds alone: nothing is sent beside it
   * @param needs the exchange that must be over; {@link #NONE} for none
   */
  public record Computation(String name, String kind, double seconds, int needs) {}

  /**
   * A collective of replicas.
   *
   * @param bytes of the whole buffer, as nccl-tests counts it
   * @param expert whether the ranks that hold the same experts do it
   * @param after the computation that must be over; {@link #NONE} or less for none
   */
  public record Transfer(String name, CollectiveOp op, double bytes, boolean expert, int after) {}
}
