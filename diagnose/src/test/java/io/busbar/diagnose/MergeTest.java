package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is gathered apart and merged gives the answer of one reading. */
class MergeTest {
  private static final int ROUNDS = 60;

  @TempDir Path folder;

  @Test
  void files_read_apart_join_to_the_answer_of_reading_them_together() throws IOException {
    List<String> texts = texts();
    Random random = new Random(23);
    for (int round = 0; round < ROUNDS; round++) {
      List<Path> files = new ArrayList<>();
      int count = 2 + random.nextInt(4);
      Path here = Files.createDirectory(folder.resolve("round" + round));
      for (int i = 0; i < count; i++) {
        Path file = here.resolve("node" + i + ".txt");
        files.add(Files.writeString(file, texts.get(random.nextInt(texts.size()))));
      }

      assertThat(apart(files, random)).as("round %s", round).isEqualTo(together(files));
    }
  }

  @Test
  void ranks_of_one_job_that_two_machines_read_hang_as_those_that_one_read() throws IOException {
    List<Path> files = new ArrayList<>();
    for (int rank = 0; rank < 6; rank++) {
      StringBuilder log = new StringBuilder();
      int calls = rank == 3 ? 40 : 47;
      for (int call = 0; call < calls; call++) {
        log.append(
            String.format(
                "node%d:10%d:20%d [%d] NCCL INFO AllReduce: opCount %x sendbuff 0x7f recvbuff 0x7e"
                    + " count 1048576 datatype 7 op 0 root 0 comm 0x5581%d [nranks=6] stream"
                    + " 0x55%n",
                rank / 3, rank, rank, rank % 3, call, rank));
      }
      files.add(Files.writeString(folder.resolve("rank" + rank + ".log"), log));
    }

    assertThat(apart(files, new Random(5))).isEqualTo(together(files));
  }

  @Test
  void merging_with_nothing_changes_nothing() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), texts().getFirst());
    Gathered one = Gathered.of(List.of(file));
    Diagnosis alone = together(List.of(file));

    assertThat(conclude(Gathered.merge(one, Gathered.of(List.of())))).isEqualTo(alone);
    assertThat(conclude(Gathered.merge(Gathered.of(List.of()), one))).isEqualTo(alone);
  }

  private static Diagnosis together(List<Path> files) {
    return conclude(Gathered.of(files));
  }

  /** Joined in pairs as they come, so that the shape of the tree does not matter either. */
  private static Diagnosis apart(List<Path> files, Random random) {
    List<Gathered> parts = new ArrayList<>();
    files.forEach(file -> parts.add(Gathered.of(List.of(file))));
    while (parts.size() > 1) {
      int at = random.nextInt(parts.size() - 1);
      parts.set(at, Gathered.merge(parts.get(at), parts.remove(at + 1)));
    }
    return conclude(parts.getFirst());
  }

  private static Diagnosis conclude(Gathered gathered) {
    return new Diagnoser(NcclExpectation.inferred()).conclude(gathered);
  }

  private static List<String> texts() throws IOException {
    List<String> texts = new ArrayList<>();
    for (Variants variant : Variants.all()) {
      texts.addAll(variant.files().values());
    }
    return texts;
  }
}
