import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.TcpOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Tasks that some other system starts and that know of each other only through its {@code
 * allGather} of texts, as the tasks of a Spark barrier stage do. Busbar connects them on ports of
 * its own choice; nothing is configured. Here the tasks are threads, and {@link Stage} is the toy
 * that stands for the other system.
 */
class BarrierTasks {
  private static final int TASKS = 3;
  private static final int BINS = 64;

  public static void main(String[] args) throws Exception {
    Stage stage = new Stage(TASKS);
    List<Future<Double>> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(TASKS)) {
      for (int partition = 0; partition < TASKS; partition++) {
        TaskContext context = stage.context(partition);
        results.add(threads.submit(() -> task(context)));
      }
    }
    for (Future<Double> result : results) {
      if (result.get() != 44_850) { // 0 + 1 + … + 299
        throw new IllegalStateException("a task has " + result.get());
      }
    }
    System.out.println(TASKS + " tasks have the same histogram");
  }

  /** What a task does. With Spark the context is {@code BarrierTaskContext.get()}. */
  static double task(TaskContext context) throws UnknownHostException {
    Bootstrap bootstrap =
        Bootstrap.of(context.partitionId(), context.numPartitions(), context::allGather);
    InetAddress own = InetAddress.getByName(context.address());
    try (Comm comm =
        ProcessGroup.of(bootstrap)
            .withTimeout(Duration.ofSeconds(30))
            .overTcp(TcpOptions.of(List.of(own), context.address()))) {
      // A histogram of gradients, as boosted trees need it: each task has its rows, all get the
      // sum.
      float[] histogram = new float[BINS];
      for (int row = comm.rank(); row < 300; row += comm.size()) {
        histogram[row % BINS] += row;
      }
      comm.allReduce(Buf.of(histogram), ReduceOp.SUM);
      if (comm.rank() == 0) {
        System.out.println(comm.describe());
      }
      double sum = 0;
      for (float bin : histogram) {
        sum += bin;
      }
      return sum;
    }
  }

  /** What the other system tells a task. */
  interface TaskContext {
    int partitionId();

    int numPartitions();

    /** An address of the host that the task runs on. */
    String address();

    /** Gives a text to all tasks, and returns those of all, by partition. */
    String[] allGather(String text);
  }

  /** Tasks that wait for each other at a barrier. */
  static class Stage {
    private final int tasks;
    private final String[] texts;
    private final CyclicBarrier barrier;

    Stage(int tasks) {
      this.tasks = tasks;
      this.texts = new String[tasks];
      this.barrier = new CyclicBarrier(tasks);
    }

    TaskContext context(int partition) {
      return new TaskContext() {
        @Override
        public int partitionId() {
          return partition;
        }

        @Override
        public int numPartitions() {
          return tasks;
        }

        @Override
        public String address() {
          return "127.0.0.1";
        }

        @Override
        public String[] allGather(String text) {
          texts[partition] = text;
          await();
          String[] all = texts.clone();
          await(); // nobody writes the next text before all have these
          return all;
        }
      };
    }

    private void await() {
      try {
        barrier.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
