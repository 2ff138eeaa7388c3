import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.LocalGroup;
import io.busbar.runtime.gradient.GradientBucketer;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.Arrays;
import java.util.List;

/**
 * Trains a small network on four ranks, each with its part of every batch, and once more on one
 * rank with all of it. The loss must be the same at every step, or the exit code is 1.
 */
class Training {
  static final int RANKS = 4;
  static final int STEPS = 30;
  static final int BATCH = 256;

  /** Backward passes of a step; only the last of them averages, the others accumulate. */
  static final int MICRO_STEPS = 2;

  static final float RATE = 0.2f;

  /**
   * A float has 24 bits, and the ranks add up a batch in another order than one alone: gradients
   * differ in the last bits, and the steps carry that on. Seen is less than 1e-6 of the loss.
   */
  static final double ROUNDING = 1e-5;

  public static void main(String[] args) {
    double[] expected = new double[STEPS];
    Network alone = new Network();
    for (int step = 0; step < STEPS; step++) {
      Arrays.stream(alone.gradients()).forEach(gradient -> Arrays.fill(gradient, 0));
      expected[step] = alone.backward(step * BATCH, BATCH, 1f / BATCH, layer -> {});
      alone.update(RATE);
    }

    LocalGroup.run(RANKS, comm -> train(comm, expected));
    System.out.printf("%d ranks and one rank agree at all %d steps%n", RANKS, STEPS);
  }

  static void train(Comm comm, double[] expected) {
    Network network = new Network();
    List<Buf> gradients = Arrays.stream(network.gradients()).map(Buf::of).toList();
    GradientBucketer bucketer = new GradientBucketer(comm, gradients, 32 << 10);

    int share = BATCH / comm.size();
    int part = share / MICRO_STEPS;
    double hidden = 0;
    for (int step = 0; step < STEPS; step++) {
      double[] loss = {0};
      Arrays.stream(network.gradients()).forEach(gradient -> Arrays.fill(gradient, 0));
      for (int micro = 0; micro < MICRO_STEPS; micro++) {
        bucketer.begin(micro == MICRO_STEPS - 1);
        int first = step * BATCH + comm.rank() * share + micro * part;
        // Layers are ready from the last to the first: a bucket travels while the next is computed.
        loss[0] += network.backward(first, part, 1f / share, bucketer::ready);
        bucketer.finish();
      }
      network.update(RATE);
      hidden += bucketer.overlapShare() / STEPS;

      comm.allReduce(Buf.of(loss), ReduceOp.AVG);
      if (Math.abs(loss[0] - expected[step]) > ROUNDING * expected[step]) {
        throw new IllegalStateException(
            "step " + step + ": loss " + loss[0] + "; one rank has " + expected[step]);
      }
      if (comm.rank() == 0 && (step % 5 == 0 || step == STEPS - 1)) {
        System.out.printf("step %2d  loss %.6f  alone %.6f%n", step, loss[0], expected[step]);
      }
    }

    // Averages have the same bits on all ranks, so the copies of the network stay the same.
    long[] prints = new long[comm.size()];
    comm.allGather(Buf.of((long) network.fingerprint()), Buf.of(prints));
    if (Arrays.stream(prints).distinct().count() != 1) {
      throw new IllegalStateException("the ranks ended with different parameters");
    }
    if (comm.rank() == 0) {
      System.out.printf(
          "%d buckets; %.0f %% of their time was hidden behind the backward pass%n",
          bucketer.buckets(), 100 * hidden);
    }
  }
}
