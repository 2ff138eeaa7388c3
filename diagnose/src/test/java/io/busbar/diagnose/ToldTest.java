package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToldTest {
  @Test
  void what_files_told_gives_the_diagnosis_of_reading_them(@TempDir Path folder)
      throws IOException {
    Files.writeString(
        folder.resolve("a.log"),
        "node1:7:7 [0] NCCL INFO NCCL version 2.21.5+cuda12.4\n"
            + "node1:7:7 [0] NCCL WARN NET/IB : Got completion from peer 10.0.0.2<4000> with status=12"
            + " opcode=0 len=0 vendor err 129 (Recv)\n");
    Files.writeString(
        folder.resolve("b.txt"),
        "root@node2:~# rdma link show\nlink mlx5_0/1 state DOWN"
            + " physical_state POLLING netdev eth0\n");
    Files.write(folder.resolve("c.bin"), new byte[] {0, 1, 2});

    List<Told> told =
        List.of("a.log", "b.txt", "c.bin").stream()
            .map(name -> Gathered.told(folder.resolve(name), name))
            .toList();

    Diagnosis apart = new Diagnoser(NcclExpectation.inferred()).conclude(Gathered.ofTold(told));
    Diagnosis together = new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(folder));
    assertThat(apart).isEqualTo(together);
    assertThat(apart.findings()).isNotEmpty();
  }
}
