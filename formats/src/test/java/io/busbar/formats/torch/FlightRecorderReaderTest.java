package io.busbar.formats.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import io.busbar.formats.pickle.PickleException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlightRecorderReaderTest {
  private static final String JSON =
      """
      {"version": "2.10",
       "pg_config": {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1, 2]"}},
       "pg_status": {"0": {"last_enqueued_collective": 5,
                           "last_completed_collective": 4}},
       "entries": [
        {"frames": [{"name": "f", "filename": "x.py", "line": 3}], "record_id": 7,
         "process_group": ["0", "default_pg"], "collective_seq_id": 5, "is_p2p": false,
         "profiling_name": "nccl:all_reduce", "input_sizes": [[2, 3]], "input_dtypes": ["Float"],
         "time_created_ns": 100, "time_discovered_completed_ns": null,
         "state": "started"},
        {"process_group": ["0", "default_pg"], "collective_seq_id": 0, "is_p2p": true,
         "profiling_name": "nccl:send 0->1", "state": "completed"}]}
      """;

  /** The same entry as CPython pickles it with protocol 2. */
  private static final String PICKLE =
      "80027d710028580700000076657273696f6e71015804000000322e31307102580900000070675f63"
          + "6f6e66696771037d710458010000003071057d71062858040000006e616d65710768055804000000"
          + "646573637108580a00000064656661756c745f70677109580500000072616e6b73710a5809000000"
          + "5b302c20312c20325d710b75735807000000656e7472696573710c5d710d7d710e28580900000072"
          + "65636f72645f6964710f4b07580d00000070726f636573735f67726f757071106805680986711158"
          + "11000000636f6c6c6563746976655f7365715f696471124b05580600000069735f70327071138958"
          + "0e00000070726f66696c696e675f6e616d657114580f0000006e63636c3a616c6c5f726564756365"
          + "7115580b000000696e7075745f73697a657371164b024b03867117857118580c000000696e707574"
          + "5f64747970657371195d711a5805000000466c6f6174711b61580f00000074696d655f6372656174"
          + "65645f6e73711c8a0800002a36fe9c971758050000007374617465711d5807000000737461727465"
          + "64711e7561752e";

  private final List<FlightEntry> entries = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Found found =
      new Found() {
        @Override
        public void add(Entry entry) {
          entries.add((FlightEntry) entry);
        }

        @Override
        public void warn(Place at, String message) {
          warnings.add(message);
        }
      };

  private void read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    FlightRecorderReader.read("dir/trace_3", bytes, new TextLines("dir/trace_3", bytes), found);
  }

  @Test
  void a_dump_in_json_gives_its_entries() {
    read(JSON);

    FlightEntry first = entries.getFirst();
    assertThat(first.rank()).isEqualTo(3);
    assertThat(first.group()).isEqualTo("0");
    assertThat(first.sequence()).isEqualTo(5);
    assertThat(first.operation()).isEqualTo("all_reduce");
    assertThat(first.sizes()).isEqualTo("2x3");
    assertThat(first.types()).isEqualTo("Float");
    assertThat(first.createdNs()).isEqualTo(100);
    assertThat(first.completedNs()).isZero();
    assertThat(first.members()).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(first.at().line()).isEqualTo(10);
    assertThat(first.statusAt().line()).isEqualTo(4);
    assertThat(entries.getLast().sequence()).isEqualTo(-1);
    assertThat(warnings).isEmpty();
  }

  @Test
  void a_dump_may_be_cut_at_any_line() {
    List<String> lines = JSON.lines().toList();
    for (int kept = 0; kept < lines.size(); kept++) {
      entries.clear();
      read(String.join("\n", lines.subList(0, kept)));
      assertThat(entries.size()).isLessThanOrEqualTo(kept > 9 ? 1 : 0);
    }
  }

  @Test
  void a_pickled_dump_gives_the_same() throws PickleException {
    assertThat(FlightRecorderReader.readPickle("trace_1", HexFormat.of().parseHex(PICKLE), found))
        .isTrue();

    FlightEntry first = entries.getFirst();
    assertThat(first.rank()).isEqualTo(1);
    assertThat(first.operation()).isEqualTo("all_reduce");
    assertThat(first.sequence()).isEqualTo(5);
    assertThat(first.state()).isEqualTo("started");
    assertThat(first.members()).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(first.at().text()).isEqualTo("entry 7: nccl:all_reduce number 5, started");
  }

  @Test
  void a_cut_pickle_is_refused() {
    byte[] whole = HexFormat.of().parseHex(PICKLE);
    for (int length = 2; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> FlightRecorderReader.readPickle("trace_1", cut, found))
          .isInstanceOf(PickleException.class);
    }
  }

  @Test
  void another_pickle_is_left_alone() throws PickleException {
    assertThat(FlightRecorderReader.readPickle("x", HexFormat.of().parseHex("80025d2e"), found))
        .isFalse();
  }

  /** One list of a million shared lists, looked at for each entry, would take hours. */
  @Test
  void shared_lists_that_unfold_to_too_much_are_refused() {
    String list = "(" + "h\u0000".repeat(1000) + "lq\u0000";
    String pickle =
        "\u0080\u0002]q\u0000"
            + list
            + list
            + "0}U\u0007entries]("
            + "}U\rprocess_grouph\u0000s".repeat(50)
            + "es.";
    byte[] bytes = pickle.getBytes(StandardCharsets.ISO_8859_1);

    assertThatThrownBy(() -> FlightRecorderReader.readPickle("dir/trace_1", bytes, found))
        .isInstanceOf(PickleException.class)
        .hasMessageContaining("unfold");
  }

  @Test
  void a_long_text_of_an_entry_is_shortened() {
    String name = "x".repeat(100_000);
    read("{\"entries\": [{\"collective_seq_id\": 1, \"profiling_name\": \"" + name + "\"}]}");

    assertThat(entries.getFirst().operation()).hasSize(1000);
  }
}
