package io.busbar.formats.shell;

import io.busbar.formats.shell.ShellCommand.Word;
import java.util.List;
import java.util.Map;

/** Variables that SLURM sets from the options in a script's head. Stateless. */
final class DirectiveNames {
  private static final Map<String, List<String>> NAMES =
      Map.of(
          "--nodes", List.of("SLURM_NNODES", "SLURM_JOB_NUM_NODES"),
          "-N", List.of("SLURM_NNODES", "SLURM_JOB_NUM_NODES"),
          "--ntasks", List.of("SLURM_NTASKS", "SLURM_NPROCS"),
          "-n", List.of("SLURM_NTASKS", "SLURM_NPROCS"),
          "--ntasks-per-node", List.of("SLURM_NTASKS_PER_NODE", "SLURM_TASKS_PER_NODE"),
          "--gpus-per-node", List.of("SLURM_GPUS_PER_NODE", "SLURM_GPUS_ON_NODE"),
          "--cpus-per-task", List.of("SLURM_CPUS_PER_TASK"),
          "--job-name", List.of("SLURM_JOB_NAME"));

  private DirectiveNames() {}

  static void preset(List<Word> directives, ShellState state) {
    for (int i = 0; i < directives.size(); i++) {
      String text = directives.get(i).text();
      int equals = text.indexOf('=');
      String option = equals < 0 ? text : text.substring(0, equals);
      String value =
          equals >= 0
              ? text.substring(equals + 1)
              : i + 1 < directives.size() ? directives.get(i + 1).text() : "";
      int colon = value.lastIndexOf(':');
      for (String name : NAMES.getOrDefault(option, List.of())) {
        state.set(name, Traced.made(colon < 0 ? value : value.substring(colon + 1), 0));
      }
      if (option.equals("--gres") && value.startsWith("gpu") && colon > 0) {
        state.set("SLURM_GPUS_ON_NODE", Traced.made(value.substring(colon + 1), 0));
      }
    }
  }
}
