package io.busbar.tune.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.EnvFiles;
import io.busbar.formats.env.EnvReader;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Artefacts that people posted: none crashes the lint, and healthy ones raise no alarm. */
class CorpusTest {
  private static final Path CORPUS = Path.of("../../shared/corpus/artefacts");
  private static final Set<String> HEALTHY =
      Set.of(
          "healthy",
          "benign-plugin-probe-message",
          "topology-summary",
          "fabric-manager-not-applicable",
          "nvls-not-supported-by-gpu");

  /** What the corpus calls a finding, and the rules that say the same. */
  private static final Map<String, String> SAME =
      Map.of(
          "nccl-env-typo", "unknown-name",
          "nccl-env-duplicate", "duplicate",
          "p2p-disabled-by-env", "transport-off",
          "proto-forced", "choice-forced",
          "gid-index-set-on-infiniband", "gid-index",
          "ib-disabled-by-env", "transport-off");

  @BeforeAll
  static void corpus() {
    assumeThat(CORPUS).as("the shared corpus is not here").exists();
  }

  private static List<Path> cases() throws IOException {
    try (Stream<Path> all = Files.list(CORPUS)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static Lint.Result lint(Path folder) {
    Lint lint = new Lint(null, null);
    for (Path file : EnvFiles.find(List.of(folder)).files()) {
      String text = EnvFiles.text(file, new ArrayList<>());
      if (text != null && !file.endsWith("case.yaml")) {
        lint.add(EnvReader.read(file.toString(), text));
      }
    }
    return lint.finish(List.of());
  }

  private static Set<String> expected(Path folder) {
    Set<String> codes = new HashSet<>();
    Tree.Mapping root = (Tree.Mapping) TreeReader.read(folder.resolve("case.yaml"));
    if (root.get("expected_findings") instanceof Tree.Sequence findings) {
      for (Tree finding : findings.items()) {
        codes.add(String.valueOf(((Tree.Mapping) finding).text("code")));
      }
    }
    return codes;
  }

  @Test
  void healthy_ones_raise_no_alarm() throws IOException {
    int healthy = 0;
    for (Path folder : cases()) {
      if (HEALTHY.containsAll(expected(folder))) {
        healthy++;
        assertThat(lint(folder).findings())
            .as(folder.toString())
            .allMatch(f -> f.severity() == Severity.INFO);
      }
    }
    assertThat(healthy).isGreaterThan(5);
  }

  @Test
  void what_is_wrong_with_settings_is_found() throws IOException {
    int wrong = 0;
    for (Path folder : cases()) {
      Set<String> codes = expected(folder);
      for (String code : codes) {
        String rule = SAME.get(code);
        Lint.Result result = lint(folder);
        if (rule != null && result.settings() > 0) {
          wrong++;
          assertThat(Linted.codes(result)).as(folder.toString()).contains(rule);
        }
      }
    }
    assertThat(wrong).isGreaterThan(3);
  }

  @Test
  void no_critical_finding_rests_on_an_artefact_that_does_not_fail_for_it() throws IOException {
    for (Path folder : cases()) {
      assertThat(lint(folder).findings())
          .as(folder.toString())
          .noneMatch(f -> f.severity() == Severity.CRITICAL);
    }
  }
}
