package io.busbar.formats.env;

/** What a file is, which decides by whose rules its lines are read. */
public enum SourceKind {
  /** Shell script, SLURM script, or a file of commands. */
  SHELL("shell script"),
  /** What {@code env} prints, {@code /proc/PID/environ}, an env file: names and literal values. */
  LISTING("environment listing"),
  /** {@code nccl.conf}, read by NCCL itself: nothing is trimmed, quotes stay. */
  NCCL_CONF("nccl.conf"),
  DOCKERFILE("Dockerfile"),
  /** Kubernetes, compose and other YAML with environment lists or mappings. */
  YAML("YAML"),
  /** Python, also notebooks and JSON: only patterns of text. */
  PYTHON("Python"),
  /** A log in which NCCL echoes the variables that it read. */
  NCCL_LOG("NCCL log"),
  /** Prose with fenced blocks of the other kinds. */
  MARKDOWN("Markdown"),
  /** Configuration of a switch. */
  SWITCH("switch configuration"),
  /** Nothing that sets variables was recognised. */
  OTHER("other");

  private final String title;

  SourceKind(String title) {
    this.title = title;
  }

  /** In words. */
  public String title() {
    return title;
  }

  /** Whether it shows what a process had, rather than what somebody wrote down to be set. */
  public boolean observed() {
    return this == LISTING || this == NCCL_LOG;
  }
}
