package io.busbar.formats.launch;

import io.busbar.formats.launch.Launch.Count;
import io.busbar.formats.launch.Launch.Named;
import io.busbar.formats.launch.Launch.World;
import io.busbar.formats.shell.ShellCommand.Word;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nodes and GPUs as launchers and batch systems are told them. What stands nearer to the program
 * wins: {@code torchrun} before {@code srun} before the head of the script. One use.
 */
final class WorldReader {
  private static final int MOST = 1 << 20;
  private static final Set<String> PER_NODE =
      Set.of("nproc_per_node", "nproc-per-node", "num_gpus", "gpus-per-node", "gpus_per_node");
  private static final Set<String> NODES =
      Set.of("nnodes", "num_nodes", "num_machines", "nodes", "N");
  private static final Set<String> PROCESSES = Set.of("num_processes", "np", "ntasks", "n");

  private @Nullable Count nodes;
  private @Nullable Count perNode;
  private @Nullable Count gpus;
  private @Nullable Count tasksPerNode;
  private @Nullable Named gpu;
  private boolean processPerGpu = true;

  /** Reads the words between a launcher and its program. */
  void launcher(List<Word> words) {
    boolean starter = false;
    for (Word word : words) {
      String name = word.text().substring(word.text().lastIndexOf('/') + 1);
      starter |= name.equals("torchrun") || word.text().contains("torch.distributed");
    }
    for (Setting setting : Flags.of(words)) {
      option(setting);
    }
    processPerGpu &= !starter;
  }

  /** Reads the options in the head of a batch script, which count where nothing nearer speaks. */
  void head(List<Word> words) {
    WorldReader head = new WorldReader();
    Flags.of(words).forEach(head::option);
    nodes = nodes == null ? head.nodes : nodes;
    gpu = gpu == null ? head.gpu : gpu;
    perNode = perNode == null ? head.perNode : perNode;
    tasksPerNode = tasksPerNode == null ? head.tasksPerNode : tasksPerNode;
    if (gpus == null && processPerGpu) {
      gpus = head.gpus;
    }
  }

  /** A number that a configuration file or a framework's own option gives. */
  void option(Setting setting) {
    String name = setting.name();
    if (name.equals("gres")
        || name.equals("gpus-per-node")
        || name.equals("G")
        || name.equals("gpus")) {
      resource(setting, name);
      return;
    }
    // A launcher's option has one value; the program may stand behind it.
    String first = setting.values().isEmpty() ? "" : setting.values().getFirst();
    Integer value = first.contains("$") ? null : number(first);
    if (value == null) {
      return;
    }
    Count count = new Count(value, setting.at());
    if (PER_NODE.contains(name)) {
      perNode = count;
    } else if (NODES.contains(name)) {
      nodes = count;
    } else if (PROCESSES.contains(name)) {
      gpus = count;
    } else if (name.equals("ntasks-per-node") || name.equals("tasks-per-node")) {
      tasksPerNode = count;
    }
  }

  /** {@code gpu:h100:8}, {@code gpu:8}, {@code h100:8}, {@code 8}. */
  private void resource(Setting setting, String name) {
    String first = setting.values().isEmpty() ? "" : setting.values().getFirst();
    String[] parts = first.split(",", -1)[0].split(":");
    if (parts.length == 0) {
      return;
    }
    if (name.equals("gres") && !parts[0].equals("gpu")) {
      return;
    }
    Integer count = number(parts[parts.length - 1]);
    boolean all = name.equals("G") || name.equals("gpus");
    if (count != null) {
      if (all) {
        gpus = new Count(count, setting.at());
      } else {
        perNode = new Count(count, setting.at());
      }
    }
    for (String part : parts) {
      if (!part.equals("gpu") && part.matches("[A-Za-z][\\w-]{0,40}")) {
        gpu = new Named(part.toLowerCase(Locale.ROOT), setting.at());
      }
    }
  }

  /** The number, the larger one of an elastic range {@code 1:4}; null for anything else. */
  private static @Nullable Integer number(String text) {
    String last = text.substring(text.lastIndexOf(':') + 1).strip();
    if (!last.matches("\\d{1,7}")) {
      return null;
    }
    int value = Integer.parseInt(last);
    return value >= 1 && value <= MOST ? value : null;
  }

  World world() {
    Count each = perNode != null ? perNode : processPerGpu ? tasksPerNode : null;
    Count machines = nodes;
    if (machines == null && each != null && gpus == null) {
      machines = new Count(1, each.at()); // what launchers take when nothing is said
    }
    if (machines == null && each != null && gpus != null && gpus.value() % each.value() == 0) {
      machines = new Count(gpus.value() / each.value(), gpus.at());
    }
    return new World(machines, each, gpus, gpu);
  }
}
