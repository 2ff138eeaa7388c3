package io.busbar.runtime.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.base.problem.Position;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.error.PeerFailedException;
import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A killed rank whose parent does not take notice of its end is a zombie, and dead all the same.
 */
class ZombieTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  /** 100 ms are promised; the rest is for a busy machine, and far below a second of silence. */
  private static final long SOON_MS = 600;

  @TempDir private Path folder;

  /** The rank that is killed: says its process, and stays. */
  public static void main(String[] args) throws Exception {
    MeetingRank.Place place = new MeetingRank.Place(1, 2, args[0], "shm");
    try (Comm comm = MeetingRank.join(MeetingRank.meet(place), place)) {
      comm.barrier();
      System.out.println(ProcessHandle.current().pid());
      TimeUnit.SECONDS.sleep(LONG.toSeconds());
    }
  }

  private List<String> command(Path meet) {
    String classes =
        Stream.of(ZombieTest.class, Comm.class, Position.class, CollectiveOp.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    String java = System.getProperty("java.home") + "/bin/java";
    String rank =
        java + " -XX:+UseSerialGC -cp " + classes + " " + ZombieTest.class.getName() + " " + meet;
    // The shell becomes a program that never asks how its child has ended.
    return List.of("sh", "-c", rank + " & exec sleep 30");
  }

  @Test
  void a_zombie_is_seen_dead_at_once() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs Linux");
    Path meet = folder.resolve("meet");
    Process parent = new ProcessBuilder(command(meet)).start();
    MeetingRank.Place place = new MeetingRank.Place(0, 2, meet.toString(), "shm");
    try (Comm comm = MeetingRank.join(MeetingRank.meet(place), place);
        BufferedReader said = parent.inputReader()) {
      comm.barrier();
      long pid = Long.parseLong(said.readLine());
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      long start = System.nanoTime();
      assertThatThrownBy(comm::barrier)
          .isInstanceOf(PeerFailedException.class)
          .hasMessageContaining("rank 1 died: its process is gone");
      double millis = (System.nanoTime() - start) / 1e6;
      System.out.printf("a zombie was seen dead after %.0f ms%n", millis);
      assertThat(millis).isLessThan(SOON_MS);
      assertThat(Files.readString(Path.of("/proc/" + pid + "/stat"))).contains(") Z ");
    } finally {
      parent.destroyForcibly();
    }
  }
}
