package io.busbar.runtime.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.Position;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.faults.MeetingRank.Place;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rank dies, or cannot go on, while ranks meet and connect: in any phase, over any transport, met
 * through a folder or a root. All others are told which one, long before the deadline, and nothing
 * is left. {@code -Dbusbar.meetings=200} makes that many trials, {@code -Dbusbar.seed=7} others.
 */
class MeetingDeathTest {
  /** Far below the deadline of 30 s, and enough for a machine with other work. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir private Path folder;

  private record Trial(
      long seed, boolean root, String transport, int ranks, int victim, int at, boolean before) {
    static Trial of(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      int ranks = random.nextInt(2, 5);
      return new Trial(
          seed,
          random.nextBoolean(),
          List.of("tcp", "shm", "mixed").get(random.nextInt(3)),
          ranks,
          random.nextInt(ranks),
          random.nextInt(3),
          random.nextBoolean());
    }
  }

  /** When and with which words a rank gave up; it must. */
  private record End(long at, String text) {}

  private static End joins(Place place) {
    try (Bootstrap met = MeetingRank.meet(place);
        Comm comm = MeetingRank.join(met, place)) {
      comm.barrier();
      return new End(System.nanoTime(), "joined");
    } catch (RuntimeException e) {
      return new End(System.nanoTime(), String.valueOf(e.getMessage()));
    }
  }

  private static List<String> command(Place place, Trial trial) {
    String classes =
        Stream.of(MeetingRank.class, Comm.class, Position.class, CollectiveOp.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    return List.of(
        System.getProperty("java.home") + "/bin/java",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        classes,
        MeetingRank.class.getName(),
        Integer.toString(place.rank()),
        Integer.toString(place.ranks()),
        place.meet(),
        place.transport(),
        Integer.toString(trial.at),
        Boolean.toString(trial.before));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Milliseconds until the last of the others knew. */
  private double run(Trial trial) throws Exception {
    Path meet = folder.resolve("meet" + trial.seed);
    String where = trial.root ? Integer.toString(freePort()) : meet.toString();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<End>> ends = new ArrayList<>();
      for (int rank = 0; rank < trial.ranks; rank++) {
        Place place = new Place(rank, trial.ranks, where, trial.transport);
        if (rank != trial.victim) {
          ends.add(threads.submit(() -> joins(place)));
        }
      }
      Place place = new Place(trial.victim, trial.ranks, where, trial.transport);
      Process victim =
          new ProcessBuilder(command(place, trial))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader said = victim.inputReader()) {
        assertThat(said.readLine()).isEqualTo("kill me");
      }
      victim.destroyForcibly();
      long died = System.nanoTime();
      victim.waitFor();
      double last = 0;
      for (Future<End> each : ends) {
        End end = each.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(end.text).as(trial.toString()).contains("rank " + trial.victim);
        last = Math.max(last, (end.at - died) / 1e6);
      }
      assertThat(last).as(trial.toString()).isLessThan(SOON.toMillis());
      assertThat(Files.exists(meet)).as(trial + " left its folder").isFalse();
      return last;
    }
  }

  @Test
  void a_death_in_any_phase_is_noticed_and_named() throws Exception {
    int trials = Integer.getInteger("busbar.meetings", 6);
    long seed = Long.getLong("busbar.seed", 1);
    double[] millis = new double[trials];
    for (int i = 0; i < trials; i++) {
      millis[i] = run(Trial.of(seed + i));
    }
    Arrays.sort(millis);
    System.out.printf(
        "%d meetings: noticed after %.0f ms (median), %.0f ms (worst)%n",
        trials, millis[trials / 2], millis[trials - 1]);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("busbar heart"));
  }

  /** What all ranks of three throw, when one of them has other options. */
  private List<String> refused(boolean root, int odd, Joins usual, Joins strange) throws Exception {
    Path meet = folder.resolve("refused");
    String where = root ? Integer.toString(freePort()) : meet.toString();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Callable<String>> all = new ArrayList<>();
      for (int rank = 0; rank < 3; rank++) {
        Place place = new Place(rank, 3, where, "");
        Joins how = rank == odd ? strange : usual;
        all.add(() -> {
          try (Comm comm = how.join(ProcessGroup.of(MeetingRank.meet(place)))) {
            comm.barrier();
            return "joined";
          } catch (RuntimeException e) {
            return String.valueOf(e.getMessage());
          }
        });
      }
      List<String> said = new ArrayList<>();
      for (Future<String> each : threads.invokeAll(all, SOON.toSeconds(), TimeUnit.SECONDS)) {
        said.add(each.get());
      }
      assertThat(Files.exists(meet)).isFalse();
      return said;
    }
  }

  private interface Joins {
    Comm join(ProcessGroup group);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_rank_that_cannot_make_shared_memory_tells_the_others_why(boolean root) throws Exception {
    ShmOptions good = ShmOptions.DEFAULT.withHeap(1 << 20);
    ShmOptions bad = new ShmOptions(folder.resolve("nowhere"), 1 << 20, Duration.ofSeconds(1));
    List<String> said = refused(root, 0, group -> group.overShm(good), group -> group.overShm(bad));
    assertThat(said.subList(1, 3))
        .allSatisfy(text ->
            assertThat(text)
                .startsWith("rank 0 cannot make shared memory in ")
                .endsWith("nowhere does not exist"));
    assertThat(said.getFirst()).contains("nowhere does not exist").doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_rank_that_cannot_listen_tells_the_others_why(boolean root) throws Exception {
    TcpOptions good = TcpOptions.loopback();
    // An address of documentation, which is never this host's.
    TcpOptions bad = TcpOptions.of(List.of(InetAddress.getByName("192.0.2.1")), "h");
    List<String> said = refused(root, 2, group -> group.overTcp(good), group -> group.overTcp(bad));
    assertThat(said.subList(0, 2))
        .allSatisfy(text -> assertThat(text).startsWith("rank 2 cannot listen on 192.0.2.1: "));
    assertThat(said.getLast()).contains("cannot listen on 192.0.2.1");
  }

  @Test
  void a_rank_that_is_started_twice_is_told_so_and_the_others_meet() throws Exception {
    String where = Integer.toString(freePort());
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Future<Bootstrap> root = threads.submit(() -> MeetingRank.meet(new Place(0, 3, where, "")));
      try (Bootstrap first = MeetingRank.meet(new Place(1, 3, where, ""))) {
        Thread.sleep(100);
        try (Bootstrap second = MeetingRank.meet(new Place(1, 3, where, ""))) {
          assertThatThrownBy(() -> second.exchange("b"))
              .hasMessageContaining("rank 1 is in the meeting already");
        }
        try (Bootstrap third = MeetingRank.meet(new Place(2, 3, where, ""));
            Bootstrap zero = root.get()) {
          List<Future<String[]>> all = new ArrayList<>();
          for (Bootstrap each : List.of(zero, first, third)) {
            all.add(threads.submit(() -> each.exchange("rank " + each.rank())));
          }
          for (Future<String[]> each : all) {
            assertThat(each.get()).containsExactly("rank 0", "rank 1", "rank 2");
          }
        }
      }
    }
  }
}
