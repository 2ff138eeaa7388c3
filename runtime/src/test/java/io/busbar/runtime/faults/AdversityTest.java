package io.busbar.runtime.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.runtime.faults.Adversity.Kind;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes on hosts that something is wrong with: clocks jump, memory, disk and descriptors are
 * used up, all are stopped for seconds, starts come in any order and twice, strangers call. Either
 * nobody notices, or all ranks are told the reason; nobody hangs, no number is wrong, no JVM breaks
 * down, and nothing is left. {@code -Dbusbar.trials=200} makes that many trials, from {@code
 * -Dbusbar.seed=1} on, and prints what came of them.
 */
class AdversityTest {
  private static final Path SHM = Path.of("/dev/shm");
  private static final int LEAST_MS = 200;

  /** Below the deadline of 60 s: who is told is not late, also on a machine with much to do. */
  private static final long SOON_MS = 45_000;

  /** As promised where hosts pause; else with patience for the machine that the trial runs on. */
  private static final int FROZEN_MS = 1000;

  private static final int PATIENT_MS = 20_000;

  @TempDir private Path folder;
  private final Map<Kind, List<String>> ends = new EnumMap<>(Kind.class);
  private final List<Double> told = new ArrayList<>();
  private int trials;

  @BeforeEach
  void there_is_shared_memory() {
    assumeTrue(Files.isWritable(SHM), "needs /dev/shm");
  }

  /**
   * One of each kind that takes no longer than its processes; the others when they are asked for.
   */
  private static List<Adversity> trials() {
    int trials = Integer.getInteger("busbar.trials", 0);
    long seed = Long.getLong("busbar.seed", 1);
    if (trials == 0) {
      return Stream.of(Kind.TWICE, Kind.READ_ONLY, Kind.FILES)
          .map(kind -> Adversity.of(seed, kind))
          .toList();
    }
    String only = System.getProperty("busbar.kind", "");
    return Stream.iterate(seed, s -> s + 1)
        .limit(trials)
        .map(s -> only.isEmpty() ? Adversity.of(s) : Adversity.of(s, Kind.valueOf(only)))
        .toList();
  }

  @Test
  void a_host_that_goes_wrong_is_borne_or_told_to_all() throws Exception {
    for (Adversity trial : trials()) {
      Field field = new Field(trial, folder.resolve("trial" + trials++));
      try (field) {
        ends.computeIfAbsent(trial.kind(), kind -> new ArrayList<>()).add(field.play());
        told.addAll(field.told);
      } catch (AssertionError e) {
        throw new AssertionError(trial + ": " + e.getMessage() + field.said(), e);
      }
      field.nothingIsLeft();
    }
    if (Integer.getInteger("busbar.trials", 0) > 0) {
      ends.forEach((kind, all) -> System.out.println(kind + ": " + counted(all)));
      double[] sorted = told.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      if (sorted.length > 0) {
        System.out.printf(
            "told after a start or a fault: median %.0f ms, worst %.0f ms of %d%n",
            sorted[sorted.length / 2], sorted[sorted.length - 1], sorted.length);
      }
    }
  }

  private static String counted(List<String> ends) {
    long borne = ends.stream().filter("borne"::equals).count();
    return ends.size() + " trials, " + borne + " borne, " + (ends.size() - borne) + " told to all";
  }

  /** All that a trial has. */
  private static final class Field implements AutoCloseable {
    final List<Double> told = new ArrayList<>();
    private final Adversity trial;
    private final Path folder;
    private final Random random;
    private final List<AdverseProcess> ranks = new ArrayList<>();
    private final List<AutoCloseable> others = new ArrayList<>();
    private AdverseProcess aggregator;
    private String where = "";
    private String port = "-";
    private Path shm = SHM;
    private Disk disk;
    private long struck = System.nanoTime();

    Field(Adversity trial, Path folder) {
      this.trial = trial;
      this.folder = folder;
      random = new Random(trial.amount());
    }

    String said() {
      StringBuilder all = new StringBuilder("\n");
      for (AdverseProcess process : ranks) {
        all.append("  rank ").append(process.rank).append(": ").append(process.said()).append('\n');
      }
      return all.toString();
    }

    /** What came of it: borne, or told. */
    String play() throws Exception {
      prepare();
      start();
      if (trial.kind() == Kind.PAUSED && trial.amount() % 2 == 1) {
        pause();
      }
      for (AdverseProcess process : ranks) {
        if (!twin(process)) {
          process.awaitIn();
        }
      }
      if (trial.kind() == Kind.TWICE) {
        oneTwinIsIn();
      }
      boolean all = ranks.stream().allMatch(process -> process.has("in") || twin(process));
      if (all) {
        work();
      }
      for (AdverseProcess process : ranks) {
        if (all && !twin(process)) {
          process.enough();
        }
        if (!twin(process) || process.has("in")) {
          process.awaitEnd();
        }
      }
      return judge();
    }

    private void prepare() throws Exception {
      Files.createDirectory(folder);
      Path meet = folder.resolve("meet");
      switch (trial.kind()) {
        case SMALL -> disk = new Disk(folder.resolve("small"), trial.amount());
        case FILLED, READ_ONLY -> disk = new Disk(folder.resolve("shm"), 64 << 10);
        case DISK -> disk = new Disk(folder.resolve("disk"), 64);
        default -> {}
      }
      if (trial.kind() == Kind.READ_ONLY) {
        disk.readOnly();
      }
      if (trial.kind() == Kind.DISK) {
        meet = disk.folder().resolve("meet");
        disk.fill();
      } else if (disk != null) {
        shm = disk.folder();
      }
      where = trial.root() ? Integer.toString(freePort()) : meet.toString();
      if (trial.transport().equals("aggregated")) {
        aggregator = new AdverseProcess(-1, List.of(), Map.of());
        while (!aggregator.has("port ")) {
          Thread.sleep(5);
        }
        port = aggregator.after("port ");
      }
      if (trial.kind() == Kind.STRANGERS) {
        others.add(new Strangers(Integer.parseInt(where), random.nextLong()));
        if (aggregator != null) {
          others.add(new Strangers(Integer.parseInt(port), random.nextLong()));
        }
      }
    }

    private static int freePort() throws IOException {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      }
    }

    private void start() throws Exception {
      boolean apart = trial.kind() == Kind.REORDERED || trial.kind() == Kind.TWICE;
      for (int rank : trial.order()) {
        start(rank);
        if (apart) {
          TimeUnit.MILLISECONDS.sleep(random.nextInt(300));
        }
        if (trial.kind() == Kind.TWICE && rank == trial.victim()) {
          start(rank);
        }
      }
      struck = System.nanoTime();
    }

    private void start(int rank) throws Exception {
      List<String> before = new ArrayList<>();
      Map<String, String> environment = Map.of();
      if (trial.kind() == Kind.FILES && rank == trial.victim()) {
        before.addAll(List.of("sh", "-c", "ulimit -n " + trial.amount() + "; exec \"$@\"", "sh"));
      }
      if (trial.kind() == Kind.CLOCK) {
        WallClock clock = new WallClock(folder.resolve("clock" + rank), random.nextLong());
        others.add(clock);
        environment = clock.environment();
      }
      ranks.add(
          new AdverseProcess(
              rank,
              before,
              environment,
              Integer.toString(rank),
              Integer.toString(trial.ranks()),
              where,
              trial.transport(),
              shm.toString(),
              port,
              Integer.toString(trial.kind() == Kind.PAUSED ? FROZEN_MS : PATIENT_MS)));
    }

    /** Whether there is another process of its rank that got in, so that this one is too many. */
    private boolean twin(AdverseProcess process) {
      return trial.kind() == Kind.TWICE && process.rank == trial.victim() && !process.has("in");
    }

    private void oneTwinIsIn() throws Exception {
      List<AdverseProcess> twins =
          ranks.stream().filter(process -> process.rank == trial.victim()).toList();
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SOON_MS);
      while (twins.stream().noneMatch(process -> process.has("in"))) {
        assertThat(System.nanoTime() - end).as("no twin is in").isNegative();
        Thread.sleep(5);
      }
      assertThat(twins).filteredOn(process -> process.has("in")).hasSize(1);
    }

    private void work() throws Exception {
      TimeUnit.MILLISECONDS.sleep(LEAST_MS + random.nextInt(300));
      if (trial.kind() == Kind.FILLED) {
        struck = System.nanoTime();
        disk.fill();
        TimeUnit.MILLISECONDS.sleep(500);
      }
      if (trial.kind() == Kind.PAUSED && trial.amount() % 2 == 0) {
        pause();
      }
    }

    /** Stops all processes at once, as a host does that is moved or sleeps. */
    private void pause() throws Exception {
      TimeUnit.MILLISECONDS.sleep(random.nextInt(500));
      List<AdverseProcess> all = new ArrayList<>(ranks);
      if (aggregator != null) {
        all.add(aggregator);
      }
      for (AdverseProcess process : all) {
        process.signal("STOP");
      }
      TimeUnit.MILLISECONDS.sleep(1200 + random.nextInt(1500));
      for (AdverseProcess process : all) {
        process.signal("CONT");
      }
    }

    private String judge() {
      boolean borne = true;
      for (AdverseProcess process : ranks) {
        assertThat(process.said()).doesNotContain("WRONG").doesNotContain("SIGBUS");
        if (twin(process)) {
          assertThat(process.has("over")).isFalse();
          continue;
        }
        String threw = process.after("threw ");
        if (!threw.isEmpty() || !process.has("over")) {
          borne = false;
          told(process, threw);
        }
      }
      assertThat(borne || !trial.harmless()).as("what is harmless is borne").isTrue();
      assertThat(borne && trial.impossible()).as("what is impossible is told").isFalse();
      if (!borne) {
        assertThat(ranks)
            .as("told to all")
            .allMatch(process -> process.has("threw ") || lame(process));
        double took = (System.nanoTime() - struck) / 1e6;
        assertThat(took).isLessThan(SOON_MS);
        told.add(took);
      }
      return borne ? "borne" : "told";
    }

    /** A JVM that may not open its own files cannot even begin. */
    private boolean lame(AdverseProcess process) {
      return trial.kind() == Kind.FILES && process.rank == trial.victim();
    }

    /** Everybody is told a reason in words, and of others which rank it is. */
    private void told(AdverseProcess process, String threw) {
      if (lame(process)) {
        return;
      }
      assertThat(process.exitCode()).isZero();
      String type = threw.split(" ", 2)[0];
      assertThat(type).isNotIn("InternalError", "NullPointerException", "OutOfMemoryError");
      String expected =
          switch (trial.kind()) {
            case FILES -> "rank " + trial.victim();
            case READ_ONLY -> "Read-only file system";
            case SMALL, FILLED -> "shared memory";
            default -> "No space left on device|cannot write to|rank \\d";
          };
      assertThat(threw).containsPattern(expected);
    }

    void nothingIsLeft() throws IOException {
      if (trial.kind() != Kind.TWICE && disk == null) {
        assertThat(folder.resolve("meet")).doesNotExist();
      }
      try (Stream<Path> files = Files.list(SHM)) {
        assertThat(files.map(Path::toString)).noneMatch(name -> name.contains("busbar-"));
      }
    }

    @Override
    public void close() throws Exception {
      for (AdverseProcess process : ranks) {
        process.close();
      }
      if (aggregator != null) {
        aggregator.close();
      }
      for (AutoCloseable other : others) {
        other.close();
      }
      if (disk != null) {
        try (Stream<Path> files = Files.walk(disk.folder())) {
          assertThat(files.filter(Files::isRegularFile).map(Path::toFile).map(File::getName))
              .as(() -> trial + " left files" + said())
              .allMatch(name -> name.equals("filler"));
        } finally {
          disk.close();
        }
      }
    }
  }
}
