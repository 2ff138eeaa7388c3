package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankStatesTest {
  @TempDir Path folder;

  /** Sixteen ranks on two hosts; rank 3 does not get ready, rank 9 fails, rank 15 is not there. */
  private Path log() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < 15; rank++) {
      String head =
          String.format(
              Locale.ROOT, "node%02d:%d:%d [%d] ", rank / 8, 100 + rank, 200 + rank, rank % 8);
      String comm = head + "NCCL INFO comm 0x55 rank " + rank + " nranks 16 commId 0xab - Init ";
      log.append(comm).append("START\n");
      if (rank != 3) {
        log.append(comm).append("COMPLETE\n");
      }
      if (rank == 9) {
        log.append("[2024-05-01 12:31:04] ")
            .append(head)
            .append("transport/net_ib.cc:1 NCCL WARN NET/IB : Got completion from peer")
            .append(" 10.0.0.1<4000> with status=12 opcode=0 len=0 vendor err 129 (Recv)\n");
      }
    }
    return Files.writeString(folder.resolve("nccl.log"), log);
  }

  private Diagnosis diagnosis() throws IOException {
    return new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(log()));
  }

  @Test
  void each_rank_has_the_state_that_its_lines_show() throws IOException {
    List<RankState> ranks = diagnosis().ranks();

    assertThat(ranks).hasSize(16);
    assertThat(ranks.get(0)).isEqualTo(new RankState(0, "node00", "fine", List.of()));
    assertThat(ranks.get(3).state()).isEqualTo("starting");
    assertThat(ranks.get(9))
        .isEqualTo(new RankState(9, "node01", "critical", List.of("ib-retry-exceeded")));
    assertThat(ranks.get(15)).isEqualTo(new RankState(15, "", "unseen", List.of()));
  }

  @Test
  void the_page_has_summary_context_and_map() throws IOException {
    Diagnosis diagnosis = diagnosis();
    Report report = DiagnosisReport.of(diagnosis, EvidenceContext.of(diagnosis, List.of(log())));

    assertThat(report.blocks().getFirst()).isInstanceOf(Block.Note.class);
    Block.Excerpts context =
        report.blocks().stream()
            .filter(Block.Excerpts.class::isInstance)
            .map(Block.Excerpts.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(context.excerpts().getFirst().lines()).hasSize(7);
    assertThat(context.excerpts().getFirst().lines().get(3).marked()).isTrue();
    assertThat(report.blocks())
        .anyMatch(b -> b instanceof Block.Drawing d && d.caption().contains("1 critical"));
  }

  @Test
  void a_large_job_shows_the_hosts_with_something_to_see() {
    List<RankState> ranks = new java.util.ArrayList<>();
    for (int rank = 0; rank < 4096; rank++) {
      String state = rank == 4000 ? RankState.CRITICAL : RankState.FINE;
      ranks.add(new RankState(rank, "node" + rank / 8, state, List.of()));
    }
    Block.Drawing map = (Block.Drawing) RankMap.of(ranks);

    assertThat(map.shapes())
        .anyMatch(s -> s instanceof Block.Shape.Box b && b.label().equals("node500"));
    assertThat(map.caption()).contains("352 more hosts");
  }

  @Test
  void files_of_several_folders_are_told_apart() throws IOException {
    Path a = Files.createDirectory(folder.resolve("a"));
    Path b = Files.createDirectory(folder.resolve("b"));
    Files.writeString(a.resolve("x.txt"), "nothing\n");
    Files.writeString(b.resolve("x.txt"), "nothing\n");

    assertThat(new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(a, b)).inputs())
        .extracting(Diagnosis.Input::file)
        .containsExactly(a + "/x.txt", b + "/x.txt");
    assertThat(new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(a)).inputs())
        .extracting(Diagnosis.Input::file)
        .containsExactly("x.txt");
  }
}
