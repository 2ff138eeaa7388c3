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
  MEGATRON("megatron", "Megatron's settings"),
  DEEPSPEED("deepspeed", "DeepSpeed's settings"),
  TORCHTITAN("torchtitan", "torchtitan's settings"),
  TRAINER("hf-trainer", "Hugging Face's training arguments"),
  TORCH("torch-fsdp2", "PyTorch's calls");

  private static final SettingTable REPLICAS = SettingTable.of("torch-ddp");

  /** Where Primus keeps the settings of the framework that it starts. */
  private static final String OVERRIDES = ".overrides.";

  private static final Map<Dialect, SettingTable> TABLES = new EnumMap<>(Dialect.class);

  private final String resource;
  private final String title;

  Dialect(String resource, String title) {
    this.resource = resource;
    this.title = title;
  }

  String title() {
    return title;
  }

  static synchronized SettingTable table(Dialect dialect) {
    return TABLES.computeIfAbsent(dialect, d -> SettingTable.of(d.resource));
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

  /** The tables of its own words: PyTorch has one of sharding and one of replicas. */
  private List<SettingTable> tables() {
    return this == TORCH ? List.of(table(this), REPLICAS) : List.of(table(this));
  }

  static boolean knows(String written) {
    return MEGATRON.has(written)
        || TORCHTITAN.has(written)
        || TRAINER.has(written)
        || TORCH.has(written)
        || table(TORCH).meaning(written) != null;
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
      case MEGATRON -> new MegatronRules(keys, settings, findings).apply(table(this));
      case TORCH -> new TorchRules(keys, settings).apply(table(this));
      case DEEPSPEED, TRAINER, TORCHTITAN ->
          new SimpleRules(launch, keys, settings).apply(table(this), this == TORCHTITAN);
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
      words.add(new Words(table(MEGATRON), MEGATRON::named));
    } else if (this == TORCH) {
      words.add(new Words(table(TRAINER), TRAINER::named));
    }
    return words;
  }
}
