package io.busbar.tune.lint;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.env.EnvReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.LintFinding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Texts put through the lint. */
final class Linted {
  private Linted() {}

  static Lint.Result of(String file, String text, String version, String cluster) {
    Lint lint = new Lint(version(version), facts(cluster));
    lint.add(EnvReader.read(file, text));
    return lint.finish(List.of());
  }

  static List<LintFinding> shell(String text, String version) {
    return of("env.sh", text, version, "").findings();
  }

  static List<String> codes(Lint.Result result) {
    return result.findings().stream().map(LintFinding::code).distinct().toList();
  }

  static @Nullable NcclVersion version(String text) {
    return text.isEmpty() ? null : NcclVersion.find(text).orElseThrow();
  }

  static @Nullable Facts facts(String name) {
    if (name.isEmpty()) {
      return null;
    }
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(name, Position.of("--cluster"), problems);
    problems.throwIfAny();
    return cluster == null ? null : Facts.of(cluster);
  }
}
