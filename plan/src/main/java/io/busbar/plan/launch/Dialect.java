package io.busbar.plan.launch;

import io.busbar.base.report.Finding;
import io.busbar.formats.launch.Launch;
import io.busbar.formats.launch.LaunchKind;
import io.busbar.formats.launch.Setting;
import io.busbar.plan.launch.SettingReader.Words;
import io.busbar.plan.setting.SettingTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Whose words a file speaks. */
enum Dialect {
  MEGATRON("Megatron's settings", "megatron"),
  DEEPSPEED("DeepSpeed's settings", "deepspeed"),
  TORCHTITAN("torchtitan's settings", "torchtitan"),
  TRAINER("Hugging Face's training arguments", "hf-trainer"),
  /** PyTorch has a table of sharding and one of replicas. */
  TORCH("PyTorch's calls", "torch-fsdp2", "torch-ddp");

  /** Where Primus keeps the settings of the framework that it starts. */
  private static final String OVERRIDES = ".overrides.";

  private static final Map<Dialect, List<SettingTable>> TABLES = new EnumMap<>(Dialect.class);

  private final String title;
  private final List<String> resources;

  Dialect(String title, String... resources) {
    this.title = title;
    this.resources = List.of(resources);
  }

  String title() {
    return title;
  }

  /** The tables of its own words, read when they are asked for first. */
  private List<SettingTable> tables() {
    synchronized (TABLES) {
      return TABLES.computeIfAbsent(this, d -> d.resources.stream().map(SettingTable::of).toList());
    }
  }

  /** The table that says what settings are which a file does not have. */
  private SettingTable table() {
    return tables().getFirst();
  }

  String named(String written) {
    return switch (this) {
      case MEGATRON -> SettingReader.dashed(written);
      case DEEPSPEED -> written;
      case TORCHTITAN -> {
        int overrides = written.indexOf(OVERRIDES);
        boolean model = written.startsWith("modules.") && written.endsWith(".model");
        yield model
            ? "model"
            : overrides < 0 ? written : written.substring(overrides + OVERRIDES.length());
      }
      case TRAINER -> written.substring(written.lastIndexOf('.') + 1).replace('-', '_');
      case TORCH -> torch(written);
    };
  }

  /** Names of PyTorch as they are; a program's own constants in small or large letters. */
  private static String torch(String written) {
    return TORCH.tables().stream().anyMatch(table -> table.find(written) != null)
        ? written
        : written.toUpperCase(Locale.ROOT);
  }

  boolean has(String written) {
    return tables().stream().anyMatch(table -> table.find(named(written)) != null);
  }

  static boolean knows(String written) {
    return MEGATRON.has(written)
        || TORCHTITAN.has(written)
        || TRAINER.has(written)
        || TORCH.has(written)
        || TORCH.table().meaning(written) != null;
  }

  static Dialect of(Launch launch) {
    if (launch.kind() == LaunchKind.DEEPSPEED) {
      return DEEPSPEED;
    } else if (launch.kind() == LaunchKind.TORCHTITAN) {
      return TORCHTITAN;
    } else if (launch.kind() == LaunchKind.TORCH) {
      return TORCH;
    } else if (launch.kind() == LaunchKind.TRAINER || launch.kind() == LaunchKind.ACCELERATE) {
      return TRAINER;
    } else if (launch.kind() == LaunchKind.MEGATRON_YAML) {
      boolean titan =
          launch.settings().stream()
              .anyMatch(s -> s.name().endsWith(".framework") && s.value().equals("torchtitan"));
      return titan ? TORCHTITAN : MEGATRON;
    }
    Dialect best = MEGATRON;
    int most = 0;
    for (Dialect dialect : new Dialect[] {MEGATRON, TORCHTITAN, TRAINER}) {
      int hits = 0;
      for (Setting setting : launch.settings()) {
        hits += dialect.has(setting.name()) ? 1 : 0;
      }
      if (hits > most) {
        best = dialect;
        most = hits;
      }
    }
    if (most == 0 && !launch.configurations().isEmpty()) {
      return of(launch.configurations().getFirst());
    }
    return best;
  }

  void read(Launch launch, PlanKeys keys, SettingReader settings, List<Finding> findings) {
    settings.read(launch.settings(), words());
    for (Launch configuration : launch.configurations()) {
      settings.read(configuration.settings(), of(configuration).words());
    }
    ModelOfLaunch.named(keys);
    switch (this) {
      case MEGATRON -> new MegatronRules(keys, settings, findings).apply(table());
      case TORCH -> new TorchRules(keys, settings).apply(table());
      case DEEPSPEED, TRAINER, TORCHTITAN ->
          new SimpleRules(launch, keys, settings).apply(table(), this == TORCHTITAN);
    }
  }

  /**
   * Its own tables; descendants of Hugging Face's Trainer hand settings on to Megatron, and
   * programs for PyTorch call their constants as the Trainer does.
   */
  private List<Words> words() {
    List<Words> words = new ArrayList<>();
    tables().forEach(table -> words.add(new Words(table, this::named)));
    if (this == TRAINER) {
      words.add(new Words(MEGATRON.table(), MEGATRON::named));
    } else if (this == TORCH) {
      words.add(new Words(TRAINER.table(), TRAINER::named));
    }
    return words;
  }
}
