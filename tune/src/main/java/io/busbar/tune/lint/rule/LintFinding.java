package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;

/**
 * One thing that lint found.
 *
 * @param code rule
 * @param severity how much it matters
 * @param title what is the case, in one line
 * @param variable what it is about; empty for commands and code
 * @param value what it was set to, or the command; shortened
 * @param file where
 * @param line 1-based; 0 for the file as a whole
 * @param column 1-based; 0 for the line as a whole
 * @param reason why that is wrong
 * @param fix what to do instead
 * @param correctable whether {@code --fix} changes it
 */
public record LintFinding(
    String code,
    Severity severity,
    String title,
    String variable,
    String value,
    String file,
    int line,
    int column,
    String reason,
    String fix,
    boolean correctable) {}
