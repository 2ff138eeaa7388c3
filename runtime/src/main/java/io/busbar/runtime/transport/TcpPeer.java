package io.busbar.runtime.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All data connections to one rank, and the links over them. Message k of a link goes over stream k
 * modulo streams into the receiver's slot k modulo slots. A sender sends only into slots that the
 * receiver has cleared: credits flow back as the receiver consumes, so a slow one is never flooded.
 * They travel with messages of the other direction, and alone when there are none.
 */
final class TcpPeer {
  private static final int ALIGN = 64;

  private final int rank;
  private final SlotSize slots;
  private final Arena arena;
  private final Consumer<Failure> failed;
  private final @Nullable SendEnd[] senders = new SendEnd[SharedFile.CHANNELS];
  private final @Nullable ReceiveEnd[] receivers = new ReceiveEnd[SharedFile.CHANNELS];
  private TcpStream[] streams = {};

  /**
   * @param failed is told when the rank sends what it must not send
   */
  TcpPeer(int rank, SlotSize slots, Arena arena, Consumer<Failure> failed) {
    this.rank = rank;
    this.slots = slots;
    this.arena = arena;
    this.failed = failed;
  }

  void connect(TcpStream... connections) {
    streams = connections.clone();
  }

  int rank() {
    return rank;
  }

  /** Whether the rank has all that was sent, or has hung up. */
  boolean settled() {
    boolean all = true;
    for (SendEnd end : senders) {
      all &= end == null || end.released == end.sent;
    }
    boolean open = false;
    for (TcpStream stream : streams) {
      open |= !stream.closed();
    }
    return all || !open;
  }

  /** Whether the kernel has not taken all that was sent. */
  boolean unsent() {
    boolean some = false;
    for (TcpStream stream : streams) {
      stream.flush();
      some |= !stream.flushed();
    }
    return some;
  }

  SendEnd sender(int channel) {
    SendEnd end = senders[channel];
    if (end == null) {
      end = new SendEnd(channel);
      senders[channel] = end;
    }
    return end;
  }

  /** Made when the rank asks for it, or when the first message arrives. */
  ReceiveEnd receiver(int channel) {
    ReceiveEnd end = receivers[channel];
    if (end == null) {
      end = new ReceiveEnd(channel);
      receivers[channel] = end;
    }
    return end;
  }

  void fail(ProtocolException e) {
    failed.accept(new Failure(Failure.Kind.PEER, rank, "broke the protocol: " + e.getMessage()));
  }

  private int channel(ByteBuffer header) {
    int channel = header.getInt(4);
    if (channel < 0 || channel >= SharedFile.CHANNELS) {
      throw new ProtocolException("channel " + channel);
    }
    return channel;
  }

  /** Where the body of a message goes. */
  ByteBuffer room(ByteBuffer header) {
    int bytes = header.getInt(8);
    ReceiveEnd end = receiver(channel(header));
    long number = header.getLong(16);
    if (bytes < 0
        || bytes > slots.bytes()
        || number < end.done
        || number >= end.done + slots.count()) {
      throw new ProtocolException("message " + number + " of " + bytes + " bytes without credit");
    }
    return end.bodies[(int) (number % slots.count())].clear().limit(bytes);
  }

  /** The body of a message is there. */
  void arrived(ByteBuffer header) {
    ReceiveEnd end = receiver(channel(header));
    long number = header.getLong(16);
    int slot = (int) (number % slots.count());
    end.lengths[slot] = header.getInt(8);
    end.tags[slot] = header.getLong(24);
    end.arrived[slot] = number + 1;
  }

  void credit(ByteBuffer header) {
    SendEnd end = sender(channel(header));
    long released = header.getLong(32);
    if (released < 0 || released > end.sent) {
      throw new ProtocolException("credit for " + released + " of " + end.sent + " messages");
    }
    // Streams overtake each other, and an older credit says nothing new.
    end.released = Math.max(end.released, released);
  }

  /** A frame was handed to the kernel; credits that came up meanwhile follow. */
  void written(Frame frame) {
    for (ReceiveEnd end : receivers) {
      if (end != null && end.credit == frame) {
        end.clear();
      }
    }
  }

  /** The sending end of a link. */
  final class SendEnd implements Sender {
    private final int channel;
    private final MemorySegment memory;
    private final Frame[] frames;
    private long sent;
    private long released;

    SendEnd(int channel) {
      this.channel = channel;
      long each = Frame.HEADER + slots.bytes();
      memory = arena.allocate(each * slots.count(), ALIGN);
      frames = new Frame[slots.count()];
      for (int i = 0; i < frames.length; i++) {
        frames[i] = new Frame(memory.asSlice(i * each, each).asByteBuffer());
      }
    }

    private int slot() {
      return (int) (sent % slots.count());
    }

    private boolean free() {
      return sent - released < slots.count() && !frames[slot()].queued;
    }

    @Override
    public boolean ready() {
      if (!free()) {
        for (TcpStream stream : streams) {
          stream.pump();
        }
      }
      return free();
    }

    @Override
    public MemorySegment memory() {
      return memory;
    }

    @Override
    public long at() {
      return (long) slot() * (Frame.HEADER + slots.bytes()) + Frame.HEADER;
    }

    @Override
    public void send(int bytes, long tag) {
      Frame frame = frames[slot()];
      ReceiveEnd back = receivers[channel];
      frame.set(Frame.DATA, channel, bytes, sent, tag, back == null ? 0 : back.tell());
      TcpStream stream = streams[(int) (sent % streams.length)];
      sent++;
      stream.add(frame);
    }
  }

  /** The receiving end of a link. */
  final class ReceiveEnd implements Receiver {
    private final int channel;
    private final MemorySegment memory;
    private final ByteBuffer[] bodies;
    private final int[] lengths;
    private final long[] tags;
    private final long[] arrived;
    private final Frame credit = new Frame(ByteBuffer.allocateDirect(Frame.HEADER));
    private final int most;
    private long done;
    private long cleared;

    ReceiveEnd(int channel) {
      this.channel = channel;
      int count = slots.count();
      memory = arena.allocate((long) slots.bytes() * count, ALIGN);
      bodies = new ByteBuffer[count];
      lengths = new int[count];
      tags = new long[count];
      arrived = new long[count];
      // Every other slot by itself would do; fewer credits are fewer packets.
      most = Math.max(1, count / 2);
      for (int i = 0; i < count; i++) {
        bodies[i] = memory.asSlice((long) i * slots.bytes(), slots.bytes()).asByteBuffer();
      }
    }

    private int slot() {
      return (int) (done % slots.count());
    }

    private boolean there() {
      return arrived[slot()] == done + 1;
    }

    @Override
    public boolean ready() {
      if (!there()) {
        for (TcpStream stream : streams) {
          stream.flush();
        }
        streams[(int) (done % streams.length)].pump();
      }
      return there();
    }

    @Override
    public MemorySegment memory() {
      return memory;
    }

    @Override
    public long at() {
      return (long) slot() * slots.bytes();
    }

    @Override
    public int bytes() {
      return lengths[slot()];
    }

    @Override
    public long tag() {
      return tags[slot()];
    }

    @Override
    public void release() {
      done++;
      clear();
    }

    /** Credits that go with a message of the other direction. */
    private long tell() {
      cleared = done;
      return done;
    }

    private void clear() {
      if (done - cleared >= most && !credit.queued) {
        credit.set(Frame.CREDIT, channel, 0, 0, 0, tell());
        streams[0].add(credit);
      }
    }
  }
}
