package io.busbar.diagnose.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.base.problem.InputException;
import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedactorTest {
  @TempDir Path folder;

  private String redacted(String text) throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    Files.writeString(in.resolve("a.log"), text);
    Path out = folder.resolve("out");
    Redactor.copy(List.of(in), out);
    return Files.readString(out.resolve("a.log"));
  }

  @Test
  void names_addresses_and_secrets_are_replaced_alike_everywhere() throws IOException {
    String text =
        """
        trainer-eu-17.corp.example:123:456 [0] NCCL INFO Bootstrap : Using eth0:10.31.7.42<0>
        trainer-eu-18.corp.example:123:456 [0] NCCL INFO Bootstrap : Using eth0:10.31.7.43<0>
        connect to trainer-eu-17 by 203.0.113.9 failed, node guid 0x98039b0300ab12cd
        98:03:9b:ab:12:cd fe80::9a03:9bff:feab:12cd GPU-0a1b2c3d-1111-2222-3333-444455556666
        python /home/alice/train.py --token=s3cr3t alice@corp.example
        USER=alice HF_TOKEN=hf_abcdefghijklmnopqrstuv
        """;
    String copy = redacted(text);

    assertThat(copy)
        .doesNotContain("trainer", "corp", "31.7", "203.0.113", "98039b0300ab12cd", "ab:12:cd")
        .doesNotContain("9a03", "0a1b2c3d", "alice", "s3cr3t", "hf_abc");
    List<String> lines = copy.lines().toList();
    assertThat(lines.get(0)).startsWith("host000000001.xxxx.xxxxxxx:123:456 [0] NCCL INFO");
    assertThat(lines.get(2)).contains("host000000001");
    assertThat(lines.get(3)).contains("98:03:9b:", "fe80::");
    assertThat(copy.lines().map(String::length).toList())
        .isEqualTo(text.lines().map(String::length).toList());
  }

  /**
   * Colours go, as readers of logs drop them; what else would control a terminal is written out.
   */
  @Test
  void nothing_in_a_copy_controls_a_terminal() throws IOException {
    String text =
        "\u001b[31mERROR\u001b[0m a\tb\u001b]0;title\u0007 c\bd \u009b2J caf\u00e9 \u00c2\n";

    assertThat(redacted(text))
        .isEqualTo("ERROR a\tb\\x1b]0;title\\x07 c\\x08d \\x9b2J caf\u00e9 \u00c2\n");
  }

  @Test
  void what_means_something_stays() throws IOException {
    String text =
        """
        NCCL INFO Bootstrap : Using lo:127.0.0.1<0> docker0:172.17.0.1<0> virbr0:192.168.122.1<0>
        GPU0 X NV18 mlx5_0 0000:1b:00.0 12:34:56 rank 3 NCCL version 2.23.4+cuda12.4
        MLNX_OFED_LINUX-23.10-0.5.5.0: fe80:0000:0000:0000 0x0000000000000000
        """;

    assertThat(redacted(text)).isEqualTo(text);
  }

  @Test
  void who_shares_a_subnet_still_does() throws IOException {
    List<String> lines =
        redacted("10.1.2.3\n10.1.2.4\n10.1.3.3\n").lines().map(String::strip).toList();

    assertThat(prefix(lines.get(0)))
        .isEqualTo(prefix(lines.get(1)))
        .isNotEqualTo(prefix(lines.get(2)));
    assertThat(lines).doesNotHaveDuplicates();
  }

  private static String prefix(String address) {
    return address.substring(0, address.lastIndexOf('.'));
  }

  @Test
  void hosts_in_names_of_files_are_replaced_and_nothing_leaves_the_directory() throws IOException {
    Path in = Files.createDirectories(folder.resolve("in/node42"));
    Files.writeString(in.resolve("ibstat.txt"), "CA 'mlx5_0'\n");
    Files.write(in.resolve("core"), new byte[] {1, 0, 2});
    Redaction redaction = Redactor.copy(List.of(folder.resolve("in")), folder.resolve("out"));

    assertThat(redaction.files())
        .extracting(Redaction.Copy::file)
        .containsExactly("host01/ibstat.txt");
    assertThat(redaction.left())
        .extracting(Redaction.Left::why)
        .containsExactly("binary: not copied");
  }

  @Test
  void nothing_is_written_over() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    Files.writeString(out.resolve("mine"), "x");

    assertThatThrownBy(() -> Redactor.copy(List.of(), out))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("empty");
  }

  /** The copy of a case has the same causes in the same order. */
  @Test
  void a_copy_has_the_same_causes() throws IOException {
    Path corpus =
        Stream.of("../../shared", "../shared")
            .map(root -> Path.of(root, "corpus", "artefacts"))
            .filter(Files::isDirectory)
            .findFirst()
            .orElse(Path.of("missing"));
    assumeTrue(Files.isDirectory(corpus), "the corpus of artefacts is not here");
    List<String> different = new ArrayList<>();
    try (Stream<Path> cases = Files.list(corpus)) {
      for (Path one : cases.sorted().toList()) {
        Path out = folder.resolve("out-" + one.getFileName());
        List<Path> files;
        try (Stream<Path> found = Files.list(one)) {
          files = found.filter(f -> !f.endsWith("case.yaml")).sorted().toList();
        }
        Path in = Files.createDirectory(folder.resolve("in-" + one.getFileName()));
        for (Path file : files) {
          Files.copy(file, in.resolve(file.getFileName().toString()));
        }
        Redactor.copy(List.of(in), out);
        if (!codes(in).equals(codes(out))) {
          different.add(one.getFileName() + " " + codes(in) + " " + codes(out));
        }
      }
    }
    assertThat(different).isEmpty();
  }

  private static List<String> codes(Path folder) {
    return new Diagnoser(NcclExpectation.inferred())
        .diagnose(List.of(folder)).findings().stream().map(Diagnosis.Cause::code).toList();
  }
}
