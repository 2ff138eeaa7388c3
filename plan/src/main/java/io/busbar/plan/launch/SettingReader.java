package io.busbar.plan.launch;

import io.busbar.formats.launch.Setting;
import io.busbar.plan.launch.Understanding.Told;
import io.busbar.plan.setting.SettingTable;
import io.busbar.plan.setting.SettingTable.Effect;
import io.busbar.plan.setting.SettingTable.Fact;
import io.busbar.plan.setting.SettingTable.Meaning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns settings into keys of a plan by a framework's table, and sorts them by how well they are
 * understood. One per file; not thread-safe.
 */
final class SettingReader {
  /** Words for a value that is left to the framework. */
  private static final Set<String> NOTHING = Set.of("", "-1", "None", "null");

  private static final String OPEN = "only the machine knows its value";

  private final List<Told> read = new ArrayList<>();
  private final List<Told> withoutEffect = new ArrayList<>();
  private final List<Told> notModelled = new ArrayList<>();
  private final List<Told> unknown = new ArrayList<>();
  private final List<Told> open = new ArrayList<>();
  private final Map<String, Setting> byName = new LinkedHashMap<>();
  private final PlanKeys keys;

  SettingReader(PlanKeys keys) {
    this.keys = keys;
  }

  /** How a framework's names are looked up. */
  interface Naming {
    /** The name as the table writes it. */
    String of(String written);
  }

  /** Names with dashes, whatever the section: {@code model.num_layers} is {@code num-layers}. */
  static String dashed(String written) {
    return written.substring(written.lastIndexOf('.') + 1).replace('_', '-');
  }

  /** A framework's table and how names are looked up in it. */
  record Words(SettingTable table, Naming naming) {}

  /** Reads settings; the first of several tables that knows a name tells what it means. */
  void read(List<Setting> settings, List<Words> tables) {
    for (Setting setting : settings) {
      read(setting, tables);
    }
  }

  private void read(Setting setting, List<Words> tables) {
    Meaning other = null;
    for (Words words : tables) {
      SettingTable table = words.table;
      String whole = setting.name().replace('_', '-');
      String name = words.naming.of(setting.name());
      Fact fact = table.find(name);
      Meaning section = whole.length() == name.length() ? null : table.meaning(whole);
      if (section == null && fact != null) {
        fact(setting, name, fact);
        return;
      }
      Meaning meaning = section != null ? section : table.meaning(name);
      other = other != null ? other : meaning;
    }
    other(setting, other);
  }

  private void fact(Setting given, String name, Fact fact) {
    Setting setting = fact.flag() ? flag(given) : given;
    if (!setting.known()) {
      open.add(new Told(setting, fact.why() + "; " + OPEN));
      return;
    }
    byName.put(name, setting);
    read.add(new Told(setting, fact.why()));
    if (fact.sets().isEmpty()) {
      return;
    }
    String value = setting.values().isEmpty() ? "true" : plain(setting.value());
    if (!fact.values().isEmpty()) {
      String planned = fact.values().get(value.toLowerCase(Locale.ROOT));
      value = planned != null ? planned : value;
    }
    if (!NOTHING.contains(value)) {
      keys.set(fact.sets(), value, setting, fact.above());
    }
  }

  /** What stands behind a flag is not its own: {@code --swiglu $MORE} is two words. */
  private Setting flag(Setting setting) {
    String first = setting.values().isEmpty() ? "" : setting.values().getFirst();
    if (setting.known() || !first.startsWith("$")) {
      return setting;
    }
    Setting rest = new Setting(first, List.of(), setting.at(), setting.at(), false);
    open.add(new Told(rest, OPEN));
    return new Setting(setting.name(), List.of(), setting.nameAt(), setting.nameAt(), true);
  }

  /** Python's words for truth are YAML's. */
  private static String plain(String value) {
    return value.equals("True") || value.equals("False") ? value.toLowerCase(Locale.ROOT) : value;
  }

  private void other(Setting setting, @Nullable Meaning meaning) {
    if (meaning == null) {
      if (setting.known()) {
        unknown.add(new Told(setting, ""));
      } else {
        open.add(new Told(setting, OPEN));
      }
    } else if (meaning.effect() == Effect.NONE) {
      withoutEffect.add(new Told(setting, meaning.words()));
    } else {
      notModelled.add(new Told(setting, meaning.words()));
    }
  }

  /** The last setting of this name that was read, or null. */
  @Nullable Setting get(String name) {
    return byName.get(name);
  }

  /** The first of these names that was given, or null. */
  @Nullable Setting first(String... names) {
    for (String name : names) {
      Setting setting = byName.get(name);
      if (setting != null) {
        return setting;
      }
    }
    return null;
  }

  /** Whether a flag was given and not set to false. */
  boolean on(String name) {
    Setting setting = byName.get(name);
    return setting != null
        && !plain(setting.value()).equals("false")
        && !setting.value().equals("0");
  }

  /** The whole number that a setting gives, or {@code fallback}. */
  long number(String name, long fallback) {
    Setting setting = byName.get(name);
    String text = setting == null ? "" : setting.value();
    return text.matches("\\d{1,15}") ? Long.parseLong(text) : fallback;
  }

  Understanding understanding() {
    return new Understanding(read, withoutEffect, notModelled, unknown, open);
  }
}
