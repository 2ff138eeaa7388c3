package io.busbar.runtime.aggregate;

import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.transport.Aggregation;
import io.busbar.runtime.transport.Failure;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All aggregators of a rank, each with its range of every buffer, at work at the same time. */
final class Sharded implements Aggregation {
  private final AggregatorLink[] links;
  private boolean left;

  Sharded(List<AggregatorLink> links) {
    this.links = links.toArray(AggregatorLink[]::new);
  }

  @Override
  public void begin(long number, CallWords call, MemorySegment input, MemorySegment output) {
    for (AggregatorLink link : links) {
      link.begin(number, call, input, output);
    }
  }

  @Override
  public boolean advance() {
    boolean moved = false;
    for (AggregatorLink link : links) {
      moved |= link.advance();
    }
    return moved;
  }

  @Override
  public boolean done() {
    for (AggregatorLink link : links) {
      if (!link.done()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public @Nullable Failure failure() {
    for (AggregatorLink link : links) {
      if (link.failure() != null) {
        return link.failure();
      }
    }
    return null;
  }

  @Override
  public int late() {
    for (AggregatorLink link : links) {
      if (!link.done() && link.late() >= 0) {
        return link.late();
      }
    }
    return -1;
  }

  @Override
  public void leave(Failure failure) {
    end(failure);
  }

  /** Leaves, with a failure to tell or without. */
  void end(@Nullable Failure failure) {
    if (!left) {
      left = true;
      for (AggregatorLink link : links) {
        link.leave(failure);
      }
    }
  }
}
