package io.busbar.tune.lint.rule;

import io.busbar.base.problem.Position;
import io.busbar.base.report.Severity;
import io.busbar.formats.env.Assignment;
import io.busbar.formats.env.CommandLine;
import io.busbar.formats.env.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes what rules find and puts their texts to it. One use, not thread-safe. */
public final class Hits {
  /** More are counted and not kept. */
  static final int MOST = 20_000;

  private static final int MOST_VALUE = 120;
  private static final int MOST_TEXT = 600;

  private final Texts texts = Texts.standard();
  private final List<LintFinding> findings = new ArrayList<>();
  private final Map<String, List<Edit>> edits = new LinkedHashMap<>();
  private int dropped;

  /** A finding about a setting; {@link Hit#add} ends it. */
  public Hit on(Rule rule, Severity severity, Setting setting) {
    Assignment a = setting.assignment();
    return new Hit(rule, severity, a.name(), a.value(), a.at(), a)
        .with("name", shorten(a.name()))
        .with("value", shorten(a.value()));
  }

  /** A finding about a command. */
  public Hit on(Rule rule, Severity severity, CommandLine command) {
    String text = String.join(" ", command.words());
    return new Hit(rule, severity, "", text, command.at(), null).with("command", shorten(text));
  }

  /** A finding about a place. */
  public Hit on(Rule rule, Severity severity, Position at, String shown) {
    return new Hit(rule, severity, "", shown, at, null).with("shown", shorten(shown));
  }

  public List<LintFinding> findings() {
    return findings;
  }

  /** Changes by file. */
  public Map<String, List<Edit>> edits() {
    return edits;
  }

  public int dropped() {
    return dropped;
  }

  private static String shorten(String text) {
    return text.length() <= MOST_VALUE ? text : text.substring(0, MOST_VALUE) + "...";
  }

  /** A finding in the making. */
  public final class Hit {
    private final Rule rule;
    private final Severity severity;
    private final String variable;
    private final String value;
    private final Position at;
    private final @Nullable Assignment assignment;
    private final Map<String, String> values = new LinkedHashMap<>();
    private String variant = "";
    private @Nullable Edit edit;

    private Hit(
        Rule rule,
        Severity severity,
        String variable,
        String value,
        Position at,
        @Nullable Assignment assignment) {
      this.rule = rule;
      this.severity = severity;
      this.variable = variable;
      this.value = shorten(value);
      this.at = at;
      this.assignment = assignment;
    }

    /** Fills {@code {key}} in the texts. */
    public Hit with(String key, Object shown) {
      String text = String.valueOf(shown);
      values.put(key, text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "...");
      return this;
    }

    /** Takes the texts of a variant, {@code code.variant.why}, where there are any. */
    public Hit variant(String name) {
      variant = name;
      return this;
    }

    /** Corrected by another value. */
    public Hit valueBecomes(String text) {
      Span span = assignment == null ? null : assignment.valueAt();
      edit = span == null ? null : new Edit(span, Edit.Kind.REPLACE, text);
      return with("new", text);
    }

    /** Corrected by another name. */
    public Hit nameBecomes(String text) {
      Span span = assignment == null ? null : assignment.nameAt();
      edit = span == null ? null : new Edit(span, Edit.Kind.REPLACE, text);
      return with("new", text);
    }

    /** Corrected by taking the setting out. */
    public Hit removed() {
      if (assignment != null) {
        Edit.Kind kind = assignment.alone() ? Edit.Kind.COMMENT : Edit.Kind.DELETE;
        edit = editable(assignment) ? new Edit(assignment.whole(), kind, "") : null;
      }
      return this;
    }

    /** What stands in a log or in a mapping of Python cannot be taken out. */
    private boolean editable(Assignment a) {
      return a.alone() || a.manner() == Assignment.Manner.COMMAND;
    }

    public void add() {
      if (findings.size() >= MOST) {
        dropped++;
        return;
      }
      String code = rule.code();
      findings.add(
          new LintFinding(
              code,
              severity,
              texts.get(code, variant, "title", values),
              variable,
              value,
              at.source(),
              at.line(),
              at.column(),
              texts.get(code, variant, "why", values),
              texts.get(code, variant, "fix", values),
              edit != null));
      if (edit != null) {
        edits.computeIfAbsent(at.source(), file -> new ArrayList<>()).add(edit);
      }
    }
  }
}
