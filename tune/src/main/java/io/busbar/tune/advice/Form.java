package io.busbar.tune.advice;

import java.util.List;
import java.util.function.Function;

/** The forms in which settings can be printed, to be pasted where they belong. */
public enum Form {
  /** Lines for a shell. */
  ENV("env", Form::export),
  /** Lines of {@code /etc/nccl.conf}: no quotes, no blanks, nothing behind the value. */
  NCCL_CONF("nccl.conf", assignment -> assignment),
  /** Entries of a container's {@code env}. */
  K8S("k8s", Form::kubernetes),
  /** Lines of a batch script; srun hands them to all tasks. */
  SLURM("slurm", Form::export);

  private final String id;
  private final Function<String, String> line;

  Form(String id, Function<String, String> line) {
    this.id = id;
    this.line = line;
  }

  /** As the command line writes it. */
  public String id() {
    return id;
  }

  /** The settings with their reasons as comments; a comment alone when there are none. */
  public String text(Recommendation answer) {
    StringBuilder text = new StringBuilder();
    String head = "NCCL " + answer.ncclVersion() + " on " + answer.cluster().replace('\n', ' ');
    text.append("# ").append(head).append(", by 'busbar tune'\n");
    List<Advice> settings = answer.settings();
    if (settings.isEmpty()) {
      text.append("# nothing to set by hand\n");
    }
    for (String note : answer.notes()) {
      text.append("# ").append(note.replace('\n', ' ')).append('\n');
    }
    if (this == K8S && !settings.isEmpty()) {
      text.append("env:\n");
    }
    for (Advice advice : settings) {
      String indent = this == K8S ? "  " : "";
      text.append(indent).append("# ").append(advice.why()).append('\n');
      text.append(line.apply(advice.assignment())).append('\n');
    }
    if (this == SLURM && !settings.isEmpty()) {
      text.append("# srun hands these to all tasks, unless --export says otherwise\n");
    }
    return text.toString();
  }

  private static String export(String assignment) {
    return "export " + assignment;
  }

  private static String kubernetes(String assignment) {
    int equals = assignment.indexOf('=');
    return "  - name: "
        + assignment.substring(0, equals)
        + "\n    value: \""
        + assignment.substring(equals + 1)
        + "\"";
  }
}
