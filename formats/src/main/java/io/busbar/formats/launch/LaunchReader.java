package io.busbar.formats.launch;

import io.busbar.formats.launch.Launch.World;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tells by content what a file is, and reads it when a training is started with it. Stateless. */
public final class LaunchReader {
  private static final Set<String> TRAINER_SIGNS =
      Set.of(
          "per_device_train_batch_size",
          "gradient_accumulation_steps",
          "num_train_epochs",
          "learning_rate",
          "model_name_or_path",
          "gradient_checkpointing");
  private static final Set<String> DEEPSPEED_SIGNS =
      Set.of(
          "train_batch_size",
          "train_micro_batch_size_per_gpu",
          "zero_optimization",
          "gradient_clipping",
          "steps_per_print",
          "wall_clock_breakdown",
          "zero_allow_untested_optimizer");

  /** Keys of a plan file that no framework has at the top, but for torchtitan's section. */
  private static final Set<String> PLAN_SIGNS = Set.of("cluster", "parallelism", "schema");

  private static final Set<String> SHELL_ENDINGS =
      Set.of("sh", "bash", "slurm", "sbatch", "sub", "job", "zsh", "ksh");

  private LaunchReader() {}

  /** Other files that a script or configuration names; null for one that is not at hand. */
  public interface Files {
    /** The text of a file as the script names it, or null. */
    @Nullable String text(String name);
  }

  /** Whether the name says that a file is YAML or JSON. */
  public static boolean isDocument(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }

  /**
   * Reads a file.
   *
   * @param known whether a setting's name is one that a framework has
   * @return null for a file that nobody starts a training with, such as a plan
   */
  public static @Nullable Launch read(
      String name, String text, Predicate<String> known, Files files) {
    if (isShell(name, text)) {
      return ScriptReader.read(name, text, known, files);
    }
    if (RecipeReader.isRecipe(name, text)) {
      return RecipeReader.read(name, text, known);
    }
    if (TorchReader.isTorch(name, text)) {
      return TorchReader.read(name, text, known);
    }
    return configuration(name, text, known, files);
  }

  /** Reads a configuration file, or gives null for one that is none. */
  static @Nullable Launch configuration(
      String name, String text, Predicate<String> known, Files files) {
    String start = text.stripLeading();
    if (start.isEmpty()) {
      return null;
    }
    if (name.endsWith(".toml")) {
      List<Setting> settings = TomlSettings.of(name, text);
      return new Launch(
          LaunchKind.TORCHTITAN, name, "", settings, World.NONE, List.of(), List.of());
    }
    Tree tree = TreeReader.parse(name, text.getBytes(StandardCharsets.UTF_8));
    return tree instanceof Tree.Mapping root ? ofTree(name, root) : null;
  }

  /** A document that was read already, or null when it is no launch configuration. */
  public static @Nullable Launch ofTree(String name, Tree.Mapping root) {
    LaunchKind kind = kind(root);
    if (kind == null) {
      return null;
    }
    List<Setting> settings = TreeSettings.of(root);
    WorldReader world = new WorldReader();
    for (Setting setting : settings) {
      String last = setting.name().substring(setting.name().lastIndexOf('.') + 1);
      boolean trainer = setting.name().equals("trainer.devices");
      if (trainer
          || Set.of("num_nodes", "num_machines", "num_processes", "nproc_per_node")
              .contains(last)) {
        world.option(
            new Setting(
                trainer ? "nproc_per_node" : last,
                setting.values(),
                setting.at(),
                setting.nameAt(),
                setting.known()));
      }
    }
    return new Launch(
        kind,
        name,
        "",
        settings,
        settings.isEmpty() ? World.NONE : world.world(),
        List.of(),
        List.of());
  }

  private static @Nullable LaunchKind kind(Tree.Mapping root) {
    Set<String> keys = root.entries().keySet();
    if (keys.stream().anyMatch(PLAN_SIGNS::contains)) {
      return root.get("parallelism") instanceof Tree.Mapping m
              && m.get("tensor_parallel_degree") != null
          ? LaunchKind.TORCHTITAN
          : null;
    }
    if (keys.contains("distributed_type") || keys.contains("compute_environment")) {
      return LaunchKind.ACCELERATE;
    }
    if (keys.stream().filter(DEEPSPEED_SIGNS::contains).count() >= 1
        && !keys.contains("per_device_train_batch_size")) {
      return LaunchKind.DEEPSPEED;
    }
    if (keys.stream().filter(TRAINER_SIGNS::contains).count() >= 2) {
      return LaunchKind.TRAINER;
    }
    boolean megatron =
        keys.contains("trainer")
            || keys.contains("modules")
            || keys.contains("language_model")
            || (keys.contains("train") && root.get("train") instanceof Tree.Mapping)
            || keys.contains("tensor_model_parallel_size")
            || (root.get("model") instanceof Tree.Mapping m
                && (m.get("tensor_model_parallel_size") != null || m.get("num_layers") != null)
                && m.get("model_type") == null);
    if (megatron) {
      return LaunchKind.MEGATRON_YAML;
    }
    return null;
  }

  private static boolean isShell(String name, String text) {
    String file = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    int dot = file.lastIndexOf('.');
    String ending = dot < 0 ? "" : file.substring(dot + 1);
    if (SHELL_ENDINGS.contains(ending)) {
      return true;
    }
    String start = text.stripLeading();
    return (start.startsWith("#!") && !start.lines().findFirst().orElse("").contains("python"))
        || start.startsWith("#SBATCH")
        || (dot < 0 && text.contains("torchrun "));
  }
}
