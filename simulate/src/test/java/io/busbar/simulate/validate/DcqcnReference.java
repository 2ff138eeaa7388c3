package io.busbar.simulate.validate;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * DCQCN written a second time, from the paper alone (Zhu et al., SIGCOMM 2015, figure 7 and section
 * 3), to hold the packet engine against: N senders, one queue, marks as packets leave it, one
 * notification in 50 us per flow. Times are seconds, sizes bytes. Shares no code with the engine.
 */
final class DcqcnReference {
  private static final double PACKET = 1000;
  private static final double NOTIFY = 50e-6;
  private static final double G = 1.0 / 256;
  private static final double TIMER = 55e-6;
  private static final double STAGE_BYTES = 10e6;
  private static final int F = 5;
  private static final double ADDITIVE = 5e6;
  private static final double HYPER = 50e6;
  private static final double LEAST = 125e3;
  private static final double K_MIN = 5e3;
  private static final double K_MAX = 200e3;
  private static final double P_MAX = 0.01;

  private record Event(double at, long order, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Double.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** The reaction point of one flow. */
  private final class Flow {
    private double rate = capacity;
    private double target = capacity;
    private double alpha = 1;
    private int byTime;
    private int byBytes;
    private double counted;
    private long cuts;
    private double notified = -1;

    private void send() {
      arrive(this);
      counted += PACKET;
      if (counted >= STAGE_BYTES) {
        counted -= STAGE_BYTES;
        byBytes++;
        increase();
      }
      after(PACKET / rate, this::send);
    }

    private void notification() {
      target = rate;
      rate = Math.max(LEAST, rate * (1 - alpha / 2));
      alpha = (1 - G) * alpha + G;
      byTime = 0;
      byBytes = 0;
      counted = 0;
      cuts++;
      long cut = cuts;
      after(TIMER, () -> decay(cut));
      after(TIMER, () -> tick(cut));
    }

    private void decay(long cut) {
      if (cut == cuts) {
        alpha *= 1 - G;
        after(TIMER, () -> decay(cut));
      }
    }

    private void tick(long cut) {
      if (cut == cuts) {
        byTime++;
        increase();
        after(TIMER, () -> tick(cut));
      }
    }

    private void increase() {
      if (Math.min(byTime, byBytes) > F) {
        target += HYPER * (Math.min(byTime, byBytes) - F);
      } else if (Math.max(byTime, byBytes) > F) {
        target += ADDITIVE;
      }
      target = Math.min(target, capacity);
      rate = (rate + target) / 2;
    }
  }

  private final double capacity;
  private final double delay;
  private final SplittableRandom random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final ArrayDeque<Flow> queue = new ArrayDeque<>();
  private boolean serving;
  private double now;
  private long order;

  /**
   * @param bytesPerSecond of the queue's link and of each sender
   * @param delay from a sender to the queue, and from the queue to a receiver
   */
  DcqcnReference(int flows, double bytesPerSecond, double delay, long seed) {
    capacity = bytesPerSecond;
    this.delay = delay;
    random = new SplittableRandom(seed);
    for (int flow = 0; flow < flows; flow++) {
      // Not all at the same instant: each somewhere in the time of a packet.
      after(random.nextDouble() * PACKET / capacity, new Flow()::send);
    }
  }

  private void after(double time, Runnable what) {
    events.add(new Event(now + time, order++, what));
  }

  private void arrive(Flow flow) {
    after(
        delay,
        () -> {
          queue.add(flow);
          if (!serving) {
            serve();
          }
        });
  }

  private void serve() {
    serving = !queue.isEmpty();
    if (!serving) {
      return;
    }
    Flow flow = queue.remove();
    double waits = queue.size() * PACKET;
    double probability =
        waits <= K_MIN ? 0 : waits > K_MAX ? 1 : P_MAX * (waits - K_MIN) / (K_MAX - K_MIN);
    boolean marked = random.nextDouble() < probability;
    after(PACKET / capacity, this::serve);
    if (marked) {
      after(PACKET / capacity + delay, () -> received(flow));
    }
  }

  private void received(Flow flow) {
    if (flow.notified < 0 || now - flow.notified >= NOTIFY) {
      flow.notified = now;
      after(2 * delay, flow::notification);
    }
  }

  /** Mean of the queue from one time to another, looked at every microsecond. */
  double meanQueue(double from, double until) {
    double sum = 0;
    long looks = 0;
    double look = from;
    while (!events.isEmpty() && events.peek().at() < until) {
      Event next = events.poll();
      while (look <= next.at()) {
        sum += queue.size() * PACKET;
        looks++;
        look += 1e-6;
      }
      now = next.at();
      next.what().run();
    }
    return sum / looks;
  }
}
