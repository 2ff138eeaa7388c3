package io.busbar.runtime.execute;

import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.transport.Transport;

/**
 * One rank's machine for collectives: prepares calls and runs them one after the other, in the same
 * order as the other ranks. One thread at a time.
 */
public final class Engine {
  final Transport transport;
  final Waiter waiter;
  final Kernels kernels;
  final Links links;
  final Choice choice;
  final Agreement agreement;
  private long number;
  private long messages;

  /**
   * @param timeoutNs longest time of an operation
   */
  public Engine(Transport transport, long timeoutNs, Kernels kernels, Choice choice) {
    this.transport = transport;
    this.waiter = new Waiter(transport, timeoutNs);
    this.kernels = kernels;
    this.links = new Links(transport, waiter);
    this.choice = choice;
    this.agreement = new Agreement(this);
  }

  /**
   * Checks a call and binds it to its buffers.
   *
   * @throws IllegalArgumentException when the buffers do not fit
   */
  public Task prepare(Call call) {
    Bound bound = bound(call);
    return call.counts() == null ? new Collective(this, bound) : new BlockTask(this, bound);
  }

  /**
   * The same with a schedule that the caller brings.
   *
   * @throws IllegalArgumentException when the buffers do not fit, or the schedule is of another
   *     operation or size
   */
  public Task prepare(Call call, Schedule schedule) {
    return new GivenTask(this, bound(call), schedule);
  }

  /**
   * The same, but the output changes only when the collective is complete on all ranks.
   *
   * @throws IllegalArgumentException when the buffers do not fit, or share memory
   */
  public Task prepareAtomic(Call call) {
    return new AtomicTask(this, call);
  }

  Bound bound(Call call) {
    return Bound.of(call, rank(), ranks());
  }

  /** Prepares messages between two ranks. */
  public Task prepare(Message message) {
    return new MessageTask(this, message);
  }

  long next() {
    return ++number;
  }

  /** Messages between two ranks are counted apart, since the others know nothing of them. */
  long nextMessage() {
    return ++messages;
  }

  int rank() {
    return transport.rank();
  }

  int ranks() {
    return transport.locality().ranks();
  }
}
