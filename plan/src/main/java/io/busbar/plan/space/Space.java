package io.busbar.plan.space;

import io.busbar.base.explain.Ledger;
import io.busbar.model.training.Training;
import io.busbar.plan.search.Completion;
import io.busbar.plan.step.StepCost;
import java.util.ArrayList;
import java.util.List;

/**
 * Set-ups as a range of numbers from 0 to {@link #size()}, and the Pareto front of any part of it.
 * {@code front(a, c)} is {@code front(a, b)} merged with {@code front(b, c)}. Immutable and
 * thread-safe.
 */
public final class Space {
  private final List<Block> blocks;
  private final long[] ends;
  private final Grid grid;
  private final Wanted wanted;

  Space(List<Block> blocks, Grid grid, Wanted wanted) {
    this.blocks = List.copyOf(blocks);
    this.grid = grid;
    this.wanted = wanted;
    this.ends = new long[blocks.size()];
    long end = 0;
    for (int b = 0; b < ends.length; b++) {
      end = Math.addExact(end, blocks.get(b).size);
      ends[b] = end;
    }
  }

  /** How many numbers it has, set-ups that break a rule included. */
  public long size() {
    return ends.length == 0 ? 0 : ends[ends.length - 1];
  }

  public Grid grid() {
    return grid;
  }

  public Wanted wanted() {
    return wanted;
  }

  /** How many pairs of a model and a cluster in a frame it has. */
  public int frames() {
    return blocks.size();
  }

  /** The front of the numbers from {@code from} to below {@code to}. */
  public Front front(long from, long to) {
    return front(from, to, Skipping.ALL);
  }

  /**
   * @param skipping what is left out; the front is the same
   */
  public Front front(long from, long to, Skipping skipping) {
    Front front = new Front(grid);
    into(front, from, to, skipping);
    return front;
  }

  /** Adds the numbers from {@code from} to below {@code to} to a front. */
  public void into(Front front, long from, long to) {
    into(front, from, to, Skipping.ALL);
  }

  private void into(Front front, long from, long to, Skipping skipping) {
    if (from < 0 || from > to || to > size()) {
      throw new IllegalArgumentException(from + " to " + to + " of " + size());
    }
    long at = from;
    while (at < to) {
      int b = block(at);
      Block block = blocks.get(b);
      long offset = ends[b] - block.size;
      long end = Math.min(to, ends[b]);
      double purchase = block.frame.terms().purchase().dollars();
      if (wanted.allows(block.gpus, purchase)) {
        new Walk(block, offset, wanted, front, skipping).run(at - offset, end - offset);
      } else {
        front.count(new Counts(end - at, 0, 0, 0));
      }
      at = end;
    }
  }

  /** The block of a number: the first whose end is above it. */
  private int block(long index) {
    int low = 0;
    int high = ends.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The set-up of a point of a front, priced again.
   *
   * @throws IllegalArgumentException when no valid set-up has that number
   */
  public Candidate candidate(long index) {
    int b = block(index);
    Block block = blocks.get(b);
    long offset = ends[b] - block.size;
    Walk walk = new Walk(block, offset, wanted, new Front(grid), Skipping.NOTHING);
    Training training = walk.training(index - offset);
    if (training == null) {
      throw new IllegalArgumentException("no valid set-up has number " + index);
    }
    Completion complete = block.complete(training, walk.recompute());
    StepCost cost = block.steps().evaluate(complete.training(), Ledger.OFF);
    double[] values = new double[Front.VALUES];
    block.values(cost.step(), training.tokens(), complete.peakBytes(), values);
    Front.Point point = new Front.Point(index, values);
    return Candidate.of(block.frame, complete.training(), cost, complete.peakBytes(), point);
  }

  /** Every set-up that fits, by the definition: for tests and small spaces. */
  List<Front.Point> all() {
    List<Front.Point> all = new ArrayList<>();
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      long offset = ends[b] - block.size;
      Walk walk = new Walk(block, offset, wanted, new Front(grid), Skipping.NOTHING);
      for (long number = 0; number < block.size; number++) {
        Training training = walk.training(number);
        if (training != null) {
          Completion complete = block.complete(training, walk.recompute());
          Training t = complete.training();
          if (complete.fits() && !Walk.fullWithExperts(t)) {
            double[] values = new double[Front.VALUES];
            block.values(block.stepSeconds(t), t.tokens(), complete.peakBytes(), values);
            all.add(new Front.Point(offset + number, values));
          }
        }
      }
    }
    return all;
  }
}
