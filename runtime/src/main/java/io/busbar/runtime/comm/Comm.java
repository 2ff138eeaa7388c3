package io.busbar.runtime.comm;

import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.execute.Choice;
import io.busbar.runtime.execute.Engine;
import io.busbar.runtime.execute.Message;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.Exchange;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Reasons;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.Transport;
import io.busbar.runtime.tuning.Group;
import io.busbar.runtime.tuning.Tuning;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One rank's end of a group of ranks. All ranks call the same operations in the same order; an
 * operation that cannot finish throws on all of them, and then the communicator can only be closed.
 *
 * <p>For one thread at a time, except {@link #abort}: threads may take turns, but the order of
 * calls is then theirs to keep. A thread that begins an operation while another one is in one gets
 * an {@link IllegalStateException} that names both, and its operation is not done. What was
 * {@linkplain Operation#start started} runs on a thread of the communicator, for which the next
 * operation waits.
 */
public final class Comm implements AutoCloseable {
  /** Number of the group of survivors in their first attempt; then −2 and so on. */
  private static final long SHRUNK = -1;

  private final Transport transport;
  private final String kind;
  private final Duration timeout;
  private final Tuning tuning;
  private final Kernels kernels;
  private final Engine engine;
  private final Progress progress;
  final OneThread oneThread = new OneThread();

  private final Buf token = Buf.of(new byte[1]);
  private long groups;
  private boolean closed;

  /**
   * @param kind of the transport, as {@link io.busbar.runtime.tuning.Group} names it
   * @param timeout longest time of an operation, waiting for the others included
   * @param tuning the same on all ranks
   */
  Comm(Transport transport, String kind, Duration timeout, Tuning tuning) {
    this.transport = transport;
    this.kind = kind;
    this.timeout = timeout;
    this.tuning = tuning;
    this.kernels = Kernels.best();
    Choice choice = new Choice(tuning, kind, transport.locality());
    this.engine = new Engine(transport, timeout.toNanos(), kernels, choice);
    this.progress = new Progress("busbar rank " + transport.rank());
  }

  /** {@return the number of this rank, from 0} */
  public int rank() {
    return transport.rank();
  }

  /** {@return the number of ranks} */
  public int size() {
    return transport.locality().ranks();
  }

  /** {@return which ranks share a host} */
  public Locality locality() {
    return transport.locality();
  }

  /** {@return whether all ranks are on one host and meet in its memory} */
  public boolean sharesBoard() {
    return transport.board() != null;
  }

  /** {@return the room of the links between ranks} */
  public SlotSize slots() {
    return transport.slots();
  }

  /** {@return the group as a table of routes knows it} */
  public Group group() {
    return new Group(kind, transport.locality().nodes(), size());
  }

  /** {@return one line for people: how ranks are connected, and which loops run} */
  public String describe() {
    return transport.describe() + "; " + kernels.describe();
  }

  /**
   * Binds a collective to its buffers. It may be run many times, without allocation.
   *
   * @param call its buffers stay in use as long as the operation does
   * @return the operation, which has not begun
   * @throws IllegalArgumentException when the buffers do not fit the operation
   */
  public Operation prepare(Call call) {
    return new Operation(this, engine.prepare(call));
  }

  /**
   * The same by a schedule that the caller brings, such as one that was read from a file. All ranks
   * must bring the same one, which has been proved: a wrong one gives wrong results or ends in a
   * timeout.
   *
   * @param call with equal blocks; its route is not looked at
   * @param schedule of the same operation for as many ranks, without switches
   * @return the operation, which has not begun
   * @throws IllegalArgumentException when the buffers do not fit the operation, or the schedule
   *     does not fit it or the size
   */
  public Operation prepare(Call call, Schedule schedule) {
    return new Operation(this, engine.prepare(call, schedule));
  }

  /**
   * The same with an output that changes only when the collective has ended on all ranks: when it
   * fails before, all outputs are as they were. Costs a buffer as long as the output (from {@link
   * #allocate}), a barrier and a copy. All ranks must ask for it.
   *
   * @param call out of place
   * @return the operation, which has not begun
   * @throws IllegalArgumentException when the buffers do not fit, or the call is in place, where
   *     the input cannot be kept
   */
  public Operation prepareAtomic(Call call) {
    return new Operation(this, engine.prepareAtomic(call));
  }

  /**
   * Every rank gets the reduction of all buffers, in place.
   *
   * @param buffer of the same type and length on all ranks
   * @param reduce how elements become one
   */
  public void allReduce(Buf buffer, ReduceOp reduce) {
    prepare(Call.allReduce(buffer, buffer, reduce)).run();
  }

  /**
   * Starts {@link #allReduce} and returns at once.
   *
   * @param buffer of the same type and length on all ranks; left alone until the end
   * @param reduce how elements become one
   * @return what to wait for
   */
  public Pending allReduceAsync(Buf buffer, ReduceOp reduce) {
    return prepare(Call.allReduce(buffer, buffer, reduce)).start();
  }

  /**
   * Every rank gets all inputs, in rank order.
   *
   * @param input of the same type and length on all ranks
   * @param output as many inputs long as there are ranks
   */
  public void allGather(Buf input, Buf output) {
    prepare(Call.allGather(input, output)).run();
  }

  /**
   * Rank r gets block r of the reduction of all inputs.
   *
   * @param input as many outputs long as there are ranks
   * @param output one block
   * @param reduce how elements become one
   */
  public void reduceScatter(Buf input, Buf output, ReduceOp reduce) {
    prepare(Call.reduceScatter(input, output, reduce)).run();
  }

  /**
   * Every rank gets what the root has.
   *
   * @param buffer read on the root, written elsewhere; of the same type and length on all ranks
   * @param root 0 up to the number of ranks
   */
  public void broadcast(Buf buffer, int root) {
    prepare(Call.broadcast(buffer, root)).run();
  }

  /**
   * Rank r gets block r of every rank, in rank order.
   *
   * @param input a block for each rank
   * @param output as long as the input, and apart from it
   */
  public void allToAll(Buf input, Buf output) {
    prepare(Call.allToAll(input, output)).run();
  }

  /** Returns when all ranks have called it. */
  public void barrier() {
    prepare(Call.allReduce(token, token, ReduceOp.SUM)).run();
  }

  /**
   * Sends to a rank, which has to {@link #receive} as many elements of the same type. Returns when
   * the buffer may change; the receiver may not have it yet.
   *
   * @param buffer what is sent
   * @param to another rank
   */
  public void send(Buf buffer, int to) {
    prepareSend(buffer, to).run();
  }

  /**
   * Receives from a rank.
   *
   * @param buffer where it goes; as long as what is sent, and of the same type
   * @param from another rank
   */
  public void receive(Buf buffer, int from) {
    prepareReceive(buffer, from).run();
  }

  /**
   * Sends and receives at once, so that two ranks may do it to each other.
   *
   * @param sent what is sent
   * @param to who gets it; another rank
   * @param received where the message goes, apart from what is sent
   * @param from who sends it; another rank
   */
  public void sendReceive(Buf sent, int to, Buf received, int from) {
    new Operation(this, engine.prepare(new Message(sent, to, received, from))).run();
  }

  /**
   * Binds a {@link #send} to its buffer.
   *
   * @param buffer what is sent
   * @param to another rank
   * @return the operation, which has not begun
   */
  public Operation prepareSend(Buf buffer, int to) {
    return new Operation(this, engine.prepare(Message.send(buffer, to)));
  }

  /**
   * Binds a {@link #receive} to its buffer.
   *
   * @param buffer where it goes
   * @param from another rank
   * @return the operation, which has not begun
   */
  public Operation prepareReceive(Buf buffer, int from) {
    return new Operation(this, engine.prepare(Message.receive(buffer, from)));
  }

  /**
   * Splits the group: ranks with the same colour form a new one, in the order of their keys, then
   * of their ranks. All ranks of this group call it. The new group fails when this one does.
   *
   * @param colour 0 or more
   * @param key place in the new group, compared with those of its other ranks
   * @return this rank's end of the group of its colour
   */
  public Comm split(int colour, int key) {
    if (colour < 0) {
      throw new IllegalArgumentException("colour " + colour + "; expected 0 or more");
    }
    int[] all = new int[2 * size()];
    allGather(Buf.of(colour, key), Buf.of(all));
    List<Integer> members = new ArrayList<>();
    for (int rank = 0; rank < size(); rank++) {
      if (all[2 * rank] == colour) {
        members.add(rank);
      }
    }
    members.sort(Comparator.comparing((Integer rank) -> all[2 * rank + 1]));
    int[] ranks = members.stream().mapToInt(Integer::intValue).toArray();
    groups++;
    Exchange whole = new WholeGroup(this, transport, groups);
    try {
      return part(transport.split(ranks, groups << 32 | colour, whole, true));
    } catch (UncheckedIOException e) {
      throw Echo.of(e, whole::check);
    }
  }

  /**
   * Makes a buffer of zeros that all ranks of the host see, which spares copies. It lives as long
   * as the communicator and is not given back before. Threads and TCP take it from the JVM's direct
   * memory; over shared memory all buffers of a rank together, each rounded up to 128 bytes, have
   * the room of {@link io.busbar.runtime.transport.ShmOptions#heap}, or half of what the folder had
   * free at the start over the number of ranks if that is less. Ranks may allocate different
   * lengths; between hosts it is memory like any other.
   *
   * @param type of the elements
   * @param count elements, 0 or more
   * @return the buffer; {@link Buf#memory} gives access to its elements
   * @throws IllegalArgumentException when the count is negative or its bytes exceed a long
   * @throws IllegalStateException when the shared memory of this rank is used up, or the folder is
   *     full
   */
  public Buf allocate(DType type, long count) {
    if (count < 0 || count > Long.MAX_VALUE / type.bytes()) {
      throw new IllegalArgumentException(
          "a buffer of "
              + count
              + " x "
              + type.ncclTestsName()
              + "; expected 0 or more, in a long");
    }
    return Buf.of(type, transport.allocate(count * type.bytes()));
  }

  /**
   * Ends the group: all ranks leave what they wait for with the reason. From any thread, any number
   * of times; the first reason stays.
   *
   * @param reason a few words that all ranks get to read
   */
  public void abort(String reason) {
    transport.fail(new Failure(Failure.Kind.ABORT, rank(), "ended the group: " + reason));
  }

  /**
   * Makes a new group of the ranks that are left after a failure, in their order. All survivors
   * call it, once; ranks that are dead, frozen, cut off or have left stay out, also those that are
   * lost meanwhile. The new group has links of its own, so that nothing of the old one can get into
   * it. This one can only be closed then.
   *
   * <p>Of ranks that are silent nobody knows whether they go on behind a cut cable. So the
   * survivors have to be more than those, or as many with the lowest rank among them. A frozen rank
   * that wakes up learns that it is out; over shared memory it may still end the piece of the copy
   * that it was in, so what the old group {@linkplain #allocate allocated} should not be used any
   * more.
   *
   * @return this rank's end of the new group
   * @throws IllegalStateException when this one is closed or has not failed, when survivors do not
   *     agree in the time that an operation may take, when they are not the most, or have gone on
   *     without this rank
   */
  public Comm shrink() {
    if (closed || transport.failure() == null) {
      throw new IllegalStateException(
          closed ? "the communicator is closed" : "the group has not failed");
    }
    Transport left =
        Survivors.connect(
            transport.notes(),
            rank(),
            size(),
            timeout.toNanos(),
            (members, attempt, exchange) ->
                transport.split(members, SHRUNK - attempt, exchange, false));
    return part(left);
  }

  private Comm part(Transport members) {
    return new Comm(members, kind, timeout, tuning);
  }

  /** Tells the group that this rank's program failed. */
  void fail(Throwable cause) {
    String text = "failed: " + Reasons.of(cause);
    transport.fail(new Failure(Failure.Kind.PEER, rank(), text));
  }

  void run(Operation operation) {
    if (closed) {
      throw new IllegalStateException("the communicator is closed");
    }
    try {
      progress.drain();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    operation.here();
  }

  /** Ends the group when a rank does not wait any longer. */
  IllegalStateException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    abort("interrupted while it waited for an operation");
    return new IllegalStateException("interrupted while waiting for an operation", cause);
  }

  void enqueue(Operation operation) {
    progress.add(operation);
  }

  /**
   * Leaves the group. What was started and has not ended is given up, and ends the group for the
   * others as well.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    Thread other = oneThread.other();
    if (progress.busy()) {
      abort("closed while operations ran");
    } else if (other != null) {
      abort("closed while thread '" + other.getName() + "' was in an operation");
    }
    progress.close();
    oneThread.awaitNobody();
    transport.close();
  }
}
