package io.busbar.formats.ras;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RasJsonReaderTest {
  private static final String STATUS =
      """
      {"nccl_version": "2.28.7", "communicators_count": 1, "communicators": [
       {"hash": "0x1a2b", "secondary_hash": "0x3", "size": 4, "ranks_count": 3,
        "missing_ranks_count": 1,
        "ranks": [
         {"rank": 0, "host": "10.0.0.1", "pid": 100, "cuda_dev": 0,
          "status": {"init_state": 0, "async_error": 0, "abort_flag": false},
          "collective_counts": {"Broadcast": 1, "AllReduce": 90}},
         {"rank": 1, "host": "10.0.0.1", "pid": 101, "cuda_dev": 1,
          "status": {"init_state": 0, "async_error": 6},
          "collective_counts": {"Broadcast": 1, "AllReduce": 88}},
         {"rank": 3, "host": "10.0.0.2", "pid": 103, "cuda_dev": 1,
          "status": {"init_state": 0, "async_error": 7},
          "collective_counts": {"Broadcast": 1, "AllReduce": 90}}],
        "missing_ranks": [
         {"rank": 2, "host": "10.0.0.2", "pid": 102,
          "status": {"unresponsive": true, "considered_dead": true}}]}],
       "ras": {"collection_time_sec": 0.1, "timeouts_count": 0}}
      """;

  private final List<RasCommunicator> communicators = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private void read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    RasJsonReader.read(
        "ras.json",
        bytes,
        new TextLines("ras.json", bytes),
        new Found() {
          @Override
          public void add(Entry entry) {
            communicators.add((RasCommunicator) entry);
          }

          @Override
          public void warn(Place at, String message) {
            warnings.add(message);
          }
        });
  }

  @Test
  void who_is_behind_and_who_is_missing_is_read() {
    read(STATUS);

    RasCommunicator c = communicators.getFirst();
    assertThat(c.hash()).isEqualTo("0x1a2b");
    assertThat(c.size()).isEqualTo(4);
    assertThat(c.missing()).containsExactly(2);
    assertThat(c.dead()).containsExactly(2);
    assertThat(c.failed()).containsExactly(1);
    assertThat(c.spreads()).hasSize(1);
    RasCommunicator.Spread spread = c.spreads().getFirst();
    assertThat(spread.operation()).isEqualTo("AllReduce");
    assertThat(spread.least()).isEqualTo(88);
    assertThat(spread.behind()).containsExactly(1);
    assertThat(spread.most()).isEqualTo(90);
    assertThat(spread.ahead()).isEqualTo(2);
    assertThat(spread.where()).isEqualTo("process 101 on 10.0.0.1");
    assertThat(spread.at().line()).isEqualTo(10);
    assertThat(warnings).isEmpty();
  }

  @Test
  void a_status_may_be_cut_at_any_line() {
    List<String> lines = STATUS.lines().toList();
    for (int kept = 0; kept < lines.size(); kept++) {
      communicators.clear();
      read(String.join("\n", lines.subList(0, kept)));
      assertThat(communicators.size()).isLessThanOrEqualTo(1);
    }
  }
}
