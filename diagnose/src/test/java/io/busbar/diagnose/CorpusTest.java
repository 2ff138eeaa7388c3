package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.diagnose.validate.DiagnosisValidation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {
  private static Path corpus() {
    Path corpus =
        Stream.of("../../shared", "../shared", "../../../../shared")
            .map(root -> Path.of(root, "corpus", "artefacts"))
            .filter(Files::isDirectory)
            .findFirst()
            .orElse(Path.of("missing"));
    assumeTrue(Files.isDirectory(corpus), "the corpus of artefacts is not here");
    return corpus;
  }

  @Test
  void the_causes_of_the_corpus_are_found() {
    var summary = DiagnosisValidation.run(corpus(), NcclExpectation.inferred()).summary();

    assertThat(summary.top1Recall()).isGreaterThanOrEqualTo(0.95);
    assertThat(summary.top3Recall()).isGreaterThanOrEqualTo(0.98);
    assertThat(summary.evidenceRecall()).isGreaterThanOrEqualTo(0.95);
    assertThat(summary.falseAlarms()).isZero();
    assertThat(summary.forbiddenClaims()).isZero();
  }

  /** Other hosts, addresses of processes, pids, dates: the causes must not hang on them. */
  @Test
  void the_causes_are_found_with_other_names_and_numbers(@TempDir Path copy) throws IOException {
    try (Stream<Path> folders = Files.list(corpus())) {
      for (Path folder : folders.toList()) {
        Path to = Files.createDirectory(copy.resolve(folder.getFileName().toString()));
        try (Stream<Path> files = Files.list(folder)) {
          files.forEach(file -> mutate(file, to.resolve(file.getFileName().toString())));
        }
      }
    }
    var summary = DiagnosisValidation.run(copy, NcclExpectation.inferred()).summary();

    assertThat(summary.top1Recall()).isGreaterThanOrEqualTo(0.95);
    assertThat(summary.falseAlarms()).isZero();
  }

  private static void mutate(Path from, Path to) {
    try {
      String text = Files.readString(from, StandardCharsets.ISO_8859_1);
      if (!from.getFileName().toString().equals("case.yaml")) {
        text =
            text.replaceAll("\\bnode0(\\d)", "cn-4$1")
                .replaceAll("\\bpod-0(\\d)", "trainer-$1")
                .replaceAll("\\bmlx5_(\\d)\\b", "mlx5_1$1")
                .replaceAll("\\b10\\.10\\.0\\.(\\d)", "10.77.3.1$1")
                .replaceAll("\\b202(\\d)-", "203$1-")
                .replaceAll(":(\\d{2,5}):(\\d{2,5}) \\[", ":7$1:7$2 [");
      }
      Files.writeString(to, text, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void cut_files_do_no_harm(@TempDir Path copy) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(corpus())) {
      files = found.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      for (int part = 1; part < 4; part++) {
        Path cut = copy.resolve("cut.txt");
        Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length * part / 4));
        assertThat(new Diagnoser(NcclExpectation.inferred()).diagnose(copy, List.of("cut.txt")))
            .isNotNull();
      }
    }
  }
}
