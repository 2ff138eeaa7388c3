package io.busbar.model.training;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.formats.tree.Tree;
import java.util.List;
import java.util.function.Supplier;

/** Turns what the rules find into problems and findings with their place in the file. */
final class TrainingReport implements LayoutSink {
  private static final String BATCH_KEY = "batch.global_batch";
  private final Tree.Mapping root;
  private final Problems problems;
  private final List<Finding> findings;
  private final String batchKey;

  TrainingReport(Tree.Mapping root, Problems problems, List<Finding> findings) {
    this(root, problems, findings, BATCH_KEY);
  }

  private TrainingReport(
      Tree.Mapping root, Problems problems, List<Finding> findings, String batchKey) {
    this.root = root;
    this.problems = problems;
    this.findings = findings;
    this.batchKey = batchKey;
  }

  /** The same report with the global batch blamed on the key by which it was given. */
  TrainingReport withBatchKey(String key) {
    return new TrainingReport(root, problems, findings, key);
  }

  @Override
  public void error(Supplier<Breach> why) {
    Breach b = why.get();
    String key = given(b.key());
    problems.add(new Problem(root.at(key), key, b.read(), b.expected(), b.hint()));
  }

  @Override
  public void remark(Supplier<Remark> what) {
    Remark r = what.get();
    String key = given(r.key());
    findings.add(
        new Finding(
            r.code(),
            r.severity(),
            r.title(),
            r.why(),
            List.of(root.at(key) + ": " + key),
            r.fix().isEmpty() ? List.of() : List.of(r.fix())));
  }

  private String given(String key) {
    return key.equals(BATCH_KEY) ? batchKey : key;
  }
}
