package io.busbar.model.training;

import io.busbar.base.report.Severity;
import java.util.function.Supplier;

/**
 * Takes what {@link LayoutRules} finds. Texts are made only when asked for, so that a search can
 * test layouts without paying for words.
 */
public interface LayoutSink {
  /** A rule that is broken: the layout cannot run. */
  void error(Supplier<Breach> why);

  /** Something that runs, but that the user should know. */
  void remark(Supplier<Remark> what);

  /**
   * A broken rule in the parts of a problem.
   *
   * @param key dotted path of the value to change
   * @param read what it is
   * @param expected what it should be
   * @param hint valid values near by; empty for none
   */
  record Breach(String key, String read, String expected, String hint) {}

  /**
   * Something to know, in the parts of a finding.
   *
   * @param key dotted path of the value it is about
   */
  record Remark(String code, Severity severity, String key, String title, String why, String fix) {}
}
