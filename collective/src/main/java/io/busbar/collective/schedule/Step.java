package io.busbar.collective.schedule;

/**
 * One step, as a view for tests, messages and drawings; loops use {@link StepBuffer}. What a step
 * does, in this order: RECEIVE takes the next message; REDUCE adds what is at {@code source}; COPY
 * writes the value to {@code target}; SEND sends it. Without RECEIVE the value is read at {@code
 * source}, and REDUCE adds it to what is at {@code target}. One step is one message, and a message
 * is a copy: positions may change after SEND.
 *
 * @param receiveFrom agent, or −1
 * @param sendTo agent, or −1
 * @param source first position that is read
 * @param target first position that is written
 * @param count chunks that the step carries
 * @param stride distance of their positions, which wrap around inside the region
 */
public record Step(
    int flags, int receiveFrom, int sendTo, int source, int target, int count, int stride) {
  public static final int RECEIVE = 1;
  public static final int REDUCE = 2;
  public static final int COPY = 4;
  public static final int SEND = 8;

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Such as {@code receive 3, reduce, send 5: chunk 2}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    add(text, has(RECEIVE), "receive " + receiveFrom);
    add(text, has(REDUCE), "reduce");
    add(text, has(COPY), "copy");
    add(text, has(SEND), "send " + sendTo);
    text.append(": chunk ").append(source);
    if (target != source) {
      text.append(" -> ").append(target);
    }
    if (count != 1) {
      text.append(" x ").append(count);
    }
    if (stride != 1) {
      text.append(" by ").append(stride);
    }
    return text.toString();
  }

  private static void add(StringBuilder text, boolean wanted, String word) {
    if (wanted) {
      text.append(text.isEmpty() ? "" : ", ").append(word);
    }
  }
}
