package io.busbar.formats.env;

import java.util.Locale;
import java.util.Set;

/** Tells by name and content what a file is. Stateless. */
final class SourceKinds {
  private static final Set<String> SHELL_ENDINGS =
      Set.of("sh", "bash", "zsh", "ksh", "csh", "slurm", "sbatch", "sub", "job", "profile");
  private static final Set<String> YAML_ENDINGS = Set.of("yaml", "yml");
  private static final Set<String> PYTHON_ENDINGS = Set.of("py", "ipynb", "json");
  private static final String[] SHELL_SIGNS = {
    "export ",
    "mpirun",
    "mpiexec",
    "srun ",
    "torchrun",
    "mlnx_qos",
    "NCCL_",
    "perfquery",
    "ib_write"
  };
  private static final int LOOKED_AT = 1 << 16;

  private SourceKinds() {}

  static SourceKind of(String fileName, String text) {
    String name = fileName.substring(fileName.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    String ending = name.substring(name.lastIndexOf('.') + 1);
    if (name.endsWith("nccl.conf")) {
      return SourceKind.NCCL_CONF;
    } else if (name.startsWith("dockerfile")
        || ending.equals("dockerfile")
        || name.startsWith("containerfile")) {
      return SourceKind.DOCKERFILE;
    } else if (YAML_ENDINGS.contains(ending)) {
      return SourceKind.YAML;
    } else if (PYTHON_ENDINGS.contains(ending)) {
      return SourceKind.PYTHON;
    } else if (ending.equals("md")) {
      return SourceKind.MARKDOWN;
    } else if (SHELL_ENDINGS.contains(ending) && name.contains(".")) {
      return SourceKind.SHELL;
    }
    return byContent(ending, text.length() > LOOKED_AT ? text.substring(0, LOOKED_AT) : text);
  }

  private static SourceKind byContent(String ending, String text) {
    if (text.contains(" set by environment to ")
        || text.contains("NCCL INFO ")
        || text.contains("NCCL version ")) {
      return SourceKind.NCCL_LOG;
    }
    if (text.startsWith("#!")) {
      String first = text.lines().findFirst().orElse("");
      return first.contains("python") ? SourceKind.PYTHON : SourceKind.SHELL;
    }
    if (isListing(text)) {
      return SourceKind.LISTING;
    }
    if (ending.equals("log") || ending.equals("xml") || ending.equals("html")) {
      return SourceKind.OTHER;
    }
    if (text.startsWith("apiVersion:") || text.contains("\napiVersion:")) {
      return SourceKind.YAML;
    }
    for (String sign : SHELL_SIGNS) {
      if (text.contains(sign)) {
        return SourceKind.SHELL;
      }
    }
    return SourceKind.OTHER;
  }

  /** At least four of five written lines are {@code NAME=VALUE}. */
  private static boolean isListing(String text) {
    int all = 0;
    int assignments = 0;
    for (String line : text.split("\n", -1)) {
      String plain = line.strip();
      if (plain.isEmpty() || plain.startsWith("#")) {
        continue;
      }
      all++;
      int length = Words.nameLength(plain);
      boolean several = length > 0 && plain.indexOf('=', length + 1) > 0 && plain.contains("; ");
      if ((length > 0 && !several) || plain.startsWith("declare -x ")) {
        assignments++;
      }
    }
    return all > 0 && assignments * 5 >= all * 4;
  }
}
