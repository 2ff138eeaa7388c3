import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.error.PeerFailedException;
import io.busbar.runtime.gradient.GradientBucketer;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Training that loses a process and goes on: {@code java -cp … Recovery.java [shm|tcp] [RANKS]}
 * starts its ranks, kills one of them in the middle of a step, and prints what the others do, in
 * milliseconds after the kill. Exit code 1 unless they end with the loss of a training that lost
 * nobody.
 */
class Recovery {
  static final int STEPS = 300;
  static final int KILLED_AT = 120;

  public static void main(String[] args) throws Exception {
    if (args.length == 4) {
      rank(args[0], Integer.parseInt(args[1]), Integer.parseInt(args[2]), Path.of(args[3]));
    } else {
      String transport = args.length > 0 ? args[0] : "shm";
      start(transport, args.length > 1 ? Integer.parseInt(args[1]) : 3);
    }
  }

  // ---- What a rank does ----

  static void rank(String transport, int rank, int ranks, Path meeting) {
    Bootstrap bootstrap = Bootstrap.folder(rank, ranks, meeting, Duration.ofSeconds(30));
    ProcessGroup group = ProcessGroup.of(bootstrap).withTimeout(Duration.ofSeconds(30));
    try (Comm comm =
        transport.equals("tcp")
            ? group.overTcp(TcpOptions.loopback())
            : group.overShm(ShmOptions.DEFAULT)) {
      Model model = new Model();
      train(comm, model, rank);
      tell("step " + model.step + ", loss " + model.loss());
    }
  }

  /** Trains to the end, with the ranks that are left. */
  static void train(Comm comm, Model model, int name) {
    try {
      steps(comm, model, name);
    } catch (PeerFailedException e) {
      tell(e.getMessage());
      try (Comm survivors = comm.shrink()) {
        tell("is rank " + survivors.rank() + " of " + survivors.size() + " now");
        catchUp(survivors, model);
        tell("goes on after step " + model.step);
        train(survivors, model, name); // more of them may be lost
      }
    }
  }

  static void steps(Comm comm, Model model, int name) {
    List<Buf> gradients = model.gradients();
    GradientBucketer bucketer = new GradientBucketer(comm, gradients, 1 << 20);
    while (model.step < STEPS) {
      bucketer.begin(true);
      model.backward(comm.rank(), comm.size());
      if (model.step == KILLED_AT && name == 1) {
        waitForTheEnd();
      }
      for (int i = gradients.size() - 1; i >= 0; i--) {
        bucketer.ready(i);
      }
      bucketer.finish();
      model.update(); // only here, when the averages are complete
    }
  }

  /**
   * Gradients are undefined after a failure, parameters are not: they change only when a step is
   * complete. Some ranks may have completed it and others not, so all take those of the one that is
   * furthest.
   */
  static void catchUp(Comm comm, Model model) {
    int[] steps = new int[comm.size()];
    comm.allGather(Buf.of(model.step), Buf.of(steps));
    int furthest = 0;
    for (int rank = 1; rank < steps.length; rank++) {
      furthest = steps[rank] > steps[furthest] ? rank : furthest;
    }
    comm.broadcast(Buf.of(model.parameters), furthest);
    model.step = steps[furthest];
  }

  /** The process that is going to be killed; the others wait for its gradients meanwhile. */
  static void waitForTheEnd() {
    tell("KILL ME");
    try {
      Thread.sleep(20_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Logistic regression: 4,096 samples of 64 features, all of them in every step. */
  static class Model {
    private static final int FEATURES = 64;
    private static final int SAMPLES = 4096;
    private static final double RATE = 0.5;

    private final float[][] samples = new float[SAMPLES][FEATURES];
    private final boolean[] labels = new boolean[SAMPLES];

    /** Weights, then the bias. */
    final double[] parameters = new double[FEATURES + 1];

    private final double[] gradient = new double[FEATURES + 1];
    private final double[] loss = new double[1];
    int step;

    Model() {
      SplittableRandom random = new SplittableRandom(1);
      for (int s = 0; s < SAMPLES; s++) {
        double sum = random.nextDouble() - 0.5;
        for (int f = 0; f < FEATURES; f++) {
          samples[s][f] = (float) (random.nextDouble() * 2 - 1);
          sum += f % 3 == 0 ? samples[s][f] : -0.5 * samples[s][f];
        }
        labels[s] = sum > 0;
      }
    }

    /** The loss is averaged with the gradients; it costs eight bytes more. */
    List<Buf> gradients() {
      return List.of(Buf.of(gradient), Buf.of(loss));
    }

    double loss() {
      return loss[0];
    }

    /** Gradient and loss of a rank's part of the samples, such that the ranks' average is right. */
    void backward(int rank, int ranks) {
      Arrays.fill(gradient, 0);
      loss[0] = 0;
      double scale = (double) ranks / SAMPLES;
      for (int s = rank; s < SAMPLES; s += ranks) {
        double sum = parameters[FEATURES];
        for (int f = 0; f < FEATURES; f++) {
          sum += parameters[f] * samples[s][f];
        }
        double signed = labels[s] ? sum : -sum;
        double error = (labels[s] ? -1 : 1) / (1 + Math.exp(signed)) * scale;
        for (int f = 0; f < FEATURES; f++) {
          gradient[f] += error * samples[s][f];
        }
        gradient[FEATURES] += error;
        loss[0] += Math.log1p(Math.exp(-signed)) * scale;
      }
    }

    void update() {
      for (int i = 0; i < parameters.length; i++) {
        parameters[i] -= RATE * gradient[i];
      }
      step++;
    }
  }

  /** A line for the process that started this one: microseconds since 1970, then a text. */
  static void tell(String text) {
    System.out.println(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) + " " + text);
  }

  // ---- Starting, killing, checking ----

  static void start(String transport, int ranks) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("recovery");
    List<Process> processes = new ArrayList<>();
    try {
      for (int rank = 0; rank < ranks; rank++) {
        processes.add(start(transport, rank, ranks, folder.resolve("meet")));
      }
      System.out.println(ranks + " processes over " + transport + " train " + STEPS + " steps");
      long killed = kill(processes.get(1));
      List<Double> losses = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        if (rank != 1) {
          losses.add(report(rank, processes.get(rank), killed));
        }
      }
      check(losses);
    } finally {
      processes.forEach(Process::destroyForcibly);
      Files.deleteIfExists(folder);
    }
  }

  static Process start(String transport, int rank, int ranks, Path meeting) throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            System.getProperty("jdk.launcher.sourcefile"), // this file
            transport,
            Integer.toString(rank),
            Integer.toString(ranks),
            meeting.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Kills a rank, as kill -9 does, when it says that it is in the middle of a step. */
  static long kill(Process victim) throws IOException, InterruptedException {
    try (BufferedReader lines = victim.inputReader()) {
      String line = lines.readLine();
      if (line == null || !line.endsWith("KILL ME")) {
        throw new IllegalStateException("rank 1 did not come to step " + KILLED_AT + ": " + line);
      }
      long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
      victim.destroyForcibly().waitFor();
      System.out.println("     0.0 ms  rank 1 is killed in step " + (KILLED_AT + 1));
      return now;
    }
  }

  /** Prints what a survivor did, and returns its last loss. */
  static double report(int rank, Process process, long killed)
      throws IOException, InterruptedException {
    String last = "";
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split(" ", 2);
        last = parts[1];
        double millis = (Long.parseLong(parts[0]) - killed) / 1e3;
        System.out.printf("%8.1f ms  rank %d: %s%n", millis, rank, last);
      }
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException("rank " + rank + " failed");
    }
    return Double.parseDouble(last.substring(last.lastIndexOf(' ') + 1));
  }

  /** A double has 53 bits; three ranks, then two, add up in another order than one alone. */
  static void check(List<Double> losses) {
    Model alone = new Model();
    while (alone.step < STEPS) {
      alone.backward(0, 1);
      alone.update();
    }
    for (double loss : losses) {
      if (Math.abs(loss - alone.loss()) > 1e-9 * alone.loss()) {
        throw new IllegalStateException("loss " + loss + "; nobody lost: " + alone.loss());
      }
    }
    System.out.println("the loss is that of a training that lost nobody: " + alone.loss());
  }
}
