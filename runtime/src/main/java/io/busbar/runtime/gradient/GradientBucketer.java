package io.busbar.runtime.gradient;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.Comm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Averages gradients over ranks in buckets, as PyTorch's DDP does: gradients are put into buckets
 * from the last to the first, since the backward pass makes the last ones first, and a bucket is
 * reduced in the background as soon as all of it, and every bucket before it, is there. For one
 * thread at a time; all ranks make it with the same gradients.
 */
public final class GradientBucketer {
  private final List<Bucket> buckets = new ArrayList<>();
  private final int[] bucketOf;
  private final boolean[] there;
  private boolean synchronises = true;
  private int started;
  private double overlapShare;

  /**
   * Sorts gradients into buckets and allocates a shared buffer for each.
   *
   * @param comm whose ranks are averaged over; the bucketer ends with it
   * @param gradients in the order in which the forward pass uses their parameters
   * @param bucketBytes where a bucket is full; a larger gradient has one of its own
   */
  public GradientBucketer(Comm comm, List<Buf> gradients, long bucketBytes) {
    bucketOf = new int[gradients.size()];
    there = new boolean[gradients.size()];
    List<Buf> open = new ArrayList<>();
    long bytes = 0;
    for (int i = gradients.size() - 1; i >= 0; i--) {
      Buf gradient = gradients.get(i);
      boolean other = !open.isEmpty() && open.getFirst().type() != gradient.type();
      if (!open.isEmpty() && (other || bytes + gradient.bytes() > bucketBytes)) {
        buckets.add(new Bucket(comm, open));
        open = new ArrayList<>();
        bytes = 0;
      }
      open.add(gradient);
      bytes += gradient.bytes();
      bucketOf[i] = buckets.size();
    }
    if (!open.isEmpty()) {
      buckets.add(new Bucket(comm, open));
    }
  }

  /** {@return the number of buckets} */
  public int buckets() {
    return buckets.size();
  }

  /**
   * Starts a backward pass.
   *
   * @param last whether gradients are averaged; false for micro-steps that only accumulate
   */
  public void begin(boolean last) {
    synchronises = last;
    started = 0;
    Arrays.fill(there, false);
    buckets.forEach(Bucket::begin);
  }

  /**
   * A gradient is complete; in an accumulating pass this does nothing.
   *
   * @param index in the order of registration
   */
  public void ready(int index) {
    if (!synchronises) {
      return;
    }
    if (there[index]) {
      throw new IllegalStateException("gradient " + index + " was ready already");
    }
    there[index] = true;
    buckets.get(bucketOf[index]).arrived();
    while (started < buckets.size() && buckets.get(started).complete()) {
      buckets.get(started).start();
      started++;
    }
  }

  /**
   * Waits for all averages and writes them to the gradients; after an accumulating pass it does
   * nothing.
   *
   * @throws IllegalStateException when a gradient was not ready
   */
  public void finish() {
    if (!synchronises) {
      return;
    }
    if (started < buckets.size()) {
      int missing = 0;
      while (there[missing]) {
        missing++;
      }
      throw new IllegalStateException("gradient " + missing + " was not ready");
    }
    long waited = 0;
    long moved = 0;
    for (Bucket bucket : buckets) {
      long start = System.nanoTime();
      bucket.await();
      waited += System.nanoTime() - start;
      moved += bucket.nanos();
      bucket.write();
    }
    overlapShare = moved == 0 ? 0 : Math.clamp(1 - (double) waited / moved, 0, 1);
  }

  /**
   * Share of the last step's communication that ran while gradients were computed: one minus the
   * time that {@link #finish} waited over the time that buckets took.
   *
   * @return 0 to 1; 0 before the first step
   */
  public double overlapShare() {
    return overlapShare;
  }
}
