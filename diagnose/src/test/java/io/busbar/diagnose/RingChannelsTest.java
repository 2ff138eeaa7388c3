package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rings and connections both begin with "Channel 00/"; only the former tell a number of channels.
 */
class RingChannelsTest {
  private static final String PREFIX = "node01:120:121 [0] NCCL INFO ";

  @TempDir Path folder;

  private List<String> healthy(String line) throws IOException {
    Files.writeString(folder.resolve("log"), PREFIX + line + "\n");
    return new Diagnoser(NcclExpectation.inferred())
        .diagnose(folder, List.of("log")).healthy().stream().map(Diagnosis.Healthy::what).toList();
  }

  @Test
  void a_ring_tells_how_many_there_are() throws IOException {
    assertThat(healthy("Channel 00/16 :    0   7   6   5   4   3   2   1"))
        .contains("The rings have 16 channels.");
    assertThat(healthy("Channel 00/08 : 0 1 2 3")).contains("The rings have 8 channels.");
  }

  @Test
  void a_connection_does_not() throws IOException {
    assertThat(healthy("Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA"))
        .noneMatch(what -> what.startsWith("The rings have"));
    assertThat(healthy("Channel 00/01 : 12[b000] -> 8[0] via P2P/IPC"))
        .noneMatch(what -> what.startsWith("The rings have"));
  }
}
