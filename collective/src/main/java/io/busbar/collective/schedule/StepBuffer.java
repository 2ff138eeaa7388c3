package io.busbar.collective.schedule;

import java.util.Arrays;

/**
 * The step that a program fills in, again and again. The first call of a step sets all its fields;
 * {@link #span} and {@link #into} refine it. Meaning of the fields: {@link Step}. Not thread-safe.
 */
public final class StepBuffer {
  private int flags;
  private int receiveFrom = -1;
  private int sendTo = -1;
  private int source;
  private int target;
  private int count = 1;
  private int stride = 1;
  private int stream;
  private int waits;
  private int[] waitStream = new int[2];
  private int[] waitSteps = new int[2];

  /** Sends what is at a position. */
  public StepBuffer send(int to, int position) {
    return set(Step.SEND, -1, to, position);
  }

  /**
   * Receives for a position.
   *
   * @param how what happens to it: {@link Step#COPY}, or {@link Step#REDUCE} and {@link Step#COPY}
   */
  public StepBuffer receive(int from, int how, int position) {
    return set(Step.RECEIVE | how, from, -1, position);
  }

  /**
   * Receives and sends on.
   *
   * @param how what happens in between: 0, {@link Step#REDUCE}, {@link Step#COPY} or both
   */
  public StepBuffer forward(int from, int how, int to, int position) {
    return set(Step.RECEIVE | how | Step.SEND, from, to, position);
  }

  /** Adds what is at one position to what is at another, inside the work buffer. */
  public StepBuffer reduce(int from, int to) {
    set(Step.REDUCE | Step.COPY, -1, -1, from);
    target = to;
    return this;
  }

  /** Copies inside the work buffer. */
  public StepBuffer copy(int from, int to) {
    set(Step.COPY, -1, -1, from);
    target = to;
    return this;
  }

  /** Carries several chunks: {@code count} positions, {@code stride} apart. */
  public StepBuffer span(int newCount, int newStride) {
    count = newCount;
    stride = newStride;
    return this;
  }

  /** Writes to another position than the one that was named first. */
  public StepBuffer into(int position) {
    target = position;
    return this;
  }

  /** Says which of the agent's streams takes the step; see {@link Schedule#streams}. */
  public StepBuffer stream(int index) {
    stream = index;
    return this;
  }

  /**
   * Waits until another stream of the lane has done some steps of this pass; see {@link
   * Schedule#streams}. A step may wait for several streams.
   *
   * @param otherStream whose steps are waited for
   * @param steps how many of them
   */
  public StepBuffer after(int otherStream, int steps) {
    if (waits == waitStream.length) {
      waitStream = Arrays.copyOf(waitStream, 2 * waits);
      waitSteps = Arrays.copyOf(waitSteps, 2 * waits);
    }
    waitStream[waits] = otherStream;
    waitSteps[waits++] = steps;
    return this;
  }

  /** Takes over another step; for those who change schedules. */
  public StepBuffer set(Step step) {
    set(step.flags(), step.receiveFrom(), step.sendTo(), step.source());
    target = step.target();
    return span(step.count(), step.stride());
  }

  private StepBuffer set(int newFlags, int from, int to, int position) {
    flags = newFlags;
    receiveFrom = from;
    sendTo = to;
    source = position;
    target = position;
    count = 1;
    stride = 1;
    stream = 0;
    waits = 0;
    return this;
  }

  public int flags() {
    return flags;
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  public int receiveFrom() {
    return receiveFrom;
  }

  public int sendTo() {
    return sendTo;
  }

  public int source() {
    return source;
  }

  public int target() {
    return target;
  }

  public int count() {
    return count;
  }

  public int stride() {
    return stride;
  }

  public int stream() {
    return stream;
  }

  /** Streams that the step waits for. */
  public int waits() {
    return waits;
  }

  /** The stream of the i-th wait. */
  public int waitStream(int i) {
    return waitStream[i];
  }

  /** Steps of that stream that must be done in this pass. */
  public int waitSteps(int i) {
    return waitSteps[i];
  }

  /** Position of the i-th chunk that is read; {@code chunks} as in {@link Schedule#chunks}. */
  public int sourceAt(int i, int chunks) {
    return at(source, i, chunks);
  }

  /** Position of the i-th chunk that is written. */
  public int targetAt(int i, int chunks) {
    return at(target, i, chunks);
  }

  private int at(int position, int i, int chunks) {
    if (i == 0) {
      return position;
    }
    int block = position % chunks;
    return position - block + Math.floorMod(block + (long) i * stride, chunks);
  }

  /** The step as it is now. */
  public Step step() {
    return new Step(flags, receiveFrom, sendTo, source, target, count, stride);
  }
}
